import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import getRawBody from 'raw-body';
import { readEmail } from './people.ts';
import { signInPage } from './sign-in-page.ts';

/** A path below the issuer's own; an interaction's id follows. */
export const signInPath = '/sign-in/';

const fontPath = new URL('../../../app/theme/fraunces.woff2', import.meta.url);

/** The issuer's sign-in page: shows the form and handles it. @param businessName the name of now */
export function createSignIn(provider: Provider, publicUrl: string, businessName: () => string) {
  const font = existsSync(fontPath) ? readFileSync(fontPath) : null;
  const { protocol, hostname } = new URL(publicUrl);
  // Chromium checks every redirect after a form against `form-action`, and the last one may go to another name of
  // loopback.
  const onLoopback = protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const formAction = `form-action 'self'${onLoopback ? ' http:' : ''}`;

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? '/', publicUrl);
    if (pathname.endsWith('/font.woff2')) return sendFont(res);
    if (!(await isUnderWay(req, res))) {
      res.writeHead(303, { location: '/signin?error=expired' }).end();
      return;
    }
    if (req.method !== 'POST') return send(res, { action: pathname });
    const typed = new URLSearchParams(await readForm(req)).get('email') ?? '';
    const email = readEmail(typed);
    if (!email) return send(res, { action: pathname, typed, error: 'Please provide a valid email address' });
    await provider.interactionFinished(req, res, { login: { accountId: email } });
  };

  /** Whether this browser is in the middle of this sign-in. */
  async function isUnderWay(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    try {
      await provider.interactionDetails(req, res);
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return false;
      throw error;
    }
  }

  function send(res: ServerResponse, content: { action: string; typed?: string; error?: string }): void {
    const nonce = randomBytes(16).toString('base64');
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; img-src data:; ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
    // A browser logs every 4xx as an error of the page, but a wrong address is none.
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    res.end(signInPage({ ...content, nonce, font: font && 'font.woff2', name: businessName() }));
  }

  function sendFont(res: ServerResponse): void {
    if (!font) {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, {
      'content-type': 'font/woff2',
      'content-length': font.length,
      'cache-control': 'public, max-age=86400',
    });
    res.end(font);
  }
}

const readForm = (req: IncomingMessage): Promise<string> =>
  getRawBody(req, { limit: 4096, encoding: 'utf-8' });
