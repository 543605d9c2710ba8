// Shared by the page's client (`api.ts`) and the sender of the outbox, which also runs in the worker: the worker has
// no room for the whole client.

/**
 * Options of every request: it carries the session's cookie, and follows no redirect, because our server sends none.
 */
export const toOurServer = { credentials: 'include', redirect: 'error' } as const;

/** The status that a captive portal uses for itself (RFC 6585), whatever its body. */
export const portalStatus = 511;

/** The seconds in a `Retry-After` header; `null` without a number in it. */
export const secondsIn = (retryAfter: string | null): number | null =>
  retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;

/** Parsed JSON; `undefined` for other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
