import type { IncomingMessage } from 'node:http';
import type { Env } from '../core/env.ts';

/** Whether people come over https, as PUBLIC_URL says; TLS ends at the proxy in front of us. */
export const isHttps = (env: Pick<Env, 'PUBLIC_URL'>): boolean => env.PUBLIC_URL.startsWith('https:');

/** WebKit takes no Secure cookie on loopback http, and `__Host-` asks for one. */
export const sessionCookieName = (env: Pick<Env, 'PUBLIC_URL'>): string =>
  isHttps(env) ? '__Host-hearthkeep' : 'hearthkeep';

/** Reads the session's cookie of a request as it was sent; nothing says that it names a session. */
export function sessionCookieOf(env: Pick<Env, 'PUBLIC_URL'>): (req: IncomingMessage) => string | undefined {
  const cookie = new RegExp(`(?:^|; *)${sessionCookieName(env)}=([^;]+)`);
  return ({ headers }) => cookie.exec(headers.cookie ?? '')?.[1];
}
