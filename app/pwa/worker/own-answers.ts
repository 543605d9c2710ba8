/** What files of ours come as, by how their names end. */
const types: Record<string, RegExp> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^(font\/woff2|application\/font-woff2)\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png\b/,
  webmanifest: /^application\/manifest\+json\b/,
};

/**
 * Whether an answer is the file that was asked for, and not what a captive portal answers to everything: that, once
 * kept, would be served for as long as the release lives. A page of ours says which policy it runs under.
 */
export function isOwn(pathname: string, { ok, redirected, headers }: Response): boolean {
  if (!ok || redirected) return false;
  const type = headers.get('content-type') ?? '';
  if (pathname.endsWith('.html'))
    return (
      type.startsWith('text/html') &&
      Boolean(headers.get('content-security-policy')?.includes('trusted-types default'))
    );
  return types[pathname.split('.').at(-1) ?? '']?.test(type) ?? false;
}

/** For workbox: where one answer is not ours the release is not brought, and the browser tries again another day. */
export const onlyOwn = {
  async fetchDidSucceed({ request, response }: { request: Request; response: Response }): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!isOwn(pathname, response)) throw new Error(`Something in between answered for ${pathname}`);
    return response;
  },
};
