/**
 * Whether a `Cookie` header carries the readable mark of a sign-in (see `api/http/cookies.ts`). The mark proves
 * nothing: it only picks the page.
 */
export const isSignedInMark = (cookie: string | undefined): boolean =>
  /(?:^|;\s*)hearthkeep-in=[\w-]/.test(cookie ?? '');
