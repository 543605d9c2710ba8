import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { isCallersFault } from '../../http/callers-fault.ts';
import type { Identity } from '../../providers/identity/identity.ts';
import { createOidcIdentity } from '../../providers/identity/oidc.ts';
import { clientId, issuerConfiguration, mount } from './issuer.ts';
import { createSignIn, signInPath } from './sign-in.ts';

export interface IdentitySandbox {
  identity: Identity;
  /** Serves everything under `/sandbox/identity/`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
}

/** The issuer's own session cookie; the name is oidc-provider's. */
const sessionCookie = /(?:^|;)\s*_session(?:\.(?:legacy\.)?sig)?=[^;]*/g;

/**
 * A real OpenID Connect issuer on our own server that asks for no password: a visitor signs in as any address.
 * @param loopback the address at which the product reaches its own server, without any proxy
 */
export function createIdentitySandbox(options: {
  publicUrl: string;
  businessName: () => string;
  secret: string;
  loopback: () => string;
  log: Logger;
}): IdentitySandbox {
  const { publicUrl, loopback, log } = options;
  const clientSecret = randomBytes(32).toString('base64url');
  const provider = new Provider(publicUrl + mount, issuerConfiguration({ ...options, clientSecret }));
  provider.proxy = true;
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'the identity sandbox failed'));
  const app: NodeJS.EventEmitter = provider;
  app.on('error', (err: { code?: string }) => {
    if (!isCallersFault(err)) log.error({ err }, 'the identity sandbox failed');
  });
  const serve = provider.callback();
  const signIn = createSignIn(provider, publicUrl, options.businessName);
  const { host, protocol } = new URL(publicUrl);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '').slice(mount.length);
    if (path.startsWith(signInPath)) return signIn(req, res);
    // The issuer has one address, whatever host name the request uses.
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    // The person is chosen at each sign-in; a remembered person would hide the choice from the next visitor.
    if (path.startsWith('/auth')) req.headers.cookie = req.headers.cookie?.replace(sessionCookie, '');
    Object.assign(req, { originalUrl: req.url });
    req.url = path;
    await serve(req, res);
  }

  return {
    identity: createOidcIdentity({
      issuer: publicUrl + mount,
      clientId,
      clientSecret,
      name: 'sandbox',
      fetch: (url, request) => {
        const { pathname, search } = new URL(url);
        return fetch(loopback() + pathname + search, request as RequestInit);
      },
    }),
    handle(req, res) {
      handle(req, res).catch((err: unknown) => {
        // A form that is too large or cut off is its sender's fault, not ours.
        const status = (err as { status?: number }).status ?? 500;
        if (status === 500) log.error({ err }, 'the identity sandbox failed');
        if (res.headersSent) res.destroy();
        else res.writeHead(status, { 'content-type': 'text/plain' }).end('The sandbox could not answer.');
      });
    },
  };
}
