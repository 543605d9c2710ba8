import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import rawBody from 'raw-body';
import type { Identity } from '../../providers/identity/identity.ts';
import { createOidcIdentity } from '../../providers/identity/oidc.ts';
import { personOf, readEmail } from './people.ts';
import { signInPage } from './sign-in-page.ts';
import { MemoryStorage } from './storage.ts';

export const mountPath = '/sandbox/identity';
const interactionPath = /^\/interaction\/([\w-]+)$/;
const scope = 'openid email profile';
const loopback = ['localhost', '127.0.0.1', '[::1]'];

export interface IdentitySandbox {
  identity: Identity;
  /** Serves everything under `/sandbox/identity`. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/**
 * A real OpenID Connect issuer on our own server, without passwords. Its people are their addresses.
 * @param port where the server listens, once it does: the product asks its issuer over loopback
 */
export function createIdentitySandbox({
  publicUrl,
  secret,
  port,
}: {
  publicUrl: string;
  secret: string;
  port: () => number;
}): IdentitySandbox {
  const clientSecret = randomBytes(32).toString('base64url');
  const issuer = publicUrl + mountPath;
  const provider = new Provider(issuer, configurationOf(publicUrl, secret, clientSecret));
  // The product's own requests come over loopback and name the public host in a header.
  provider.proxy = true;
  const serve = provider.callback();

  const identity = createOidcIdentity({
    issuer,
    clientId: 'hearthkeep',
    clientSecret,
    name: 'sandbox',
    fetch: (url, options) => {
      const asked = new URL(url);
      const headers = new Headers(options.headers as Record<string, string>);
      headers.set('x-forwarded-host', asked.host);
      headers.set('x-forwarded-proto', asked.protocol.slice(0, -1));
      return fetch(`http://127.0.0.1:${port()}${asked.pathname}${asked.search}`, {
        ...options,
        headers,
      } as RequestInit);
    },
  });

  return {
    identity,
    async handle(req, res) {
      const url = new URL(req.url ?? '/', publicUrl);
      const path = url.pathname.slice(mountPath.length);
      if (interactionPath.test(path)) return interact(provider, req, res, url.pathname);
      Object.assign(req, { originalUrl: req.url });
      req.url = (path || '/') + url.search;
      await serve(req, res);
    },
  };
}

/** Shows the sign-in page, or takes its answer. */
async function interact(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
  action: string,
): Promise<void> {
  try {
    await provider.interactionDetails(req, res);
  } catch {
    // Opened twice, or too late: the product's own page says so.
    res.writeHead(303, { location: '/signin?error=expired' }).end();
    return;
  }
  if (req.method !== 'POST') return page(res, 200, { action });
  const typed = new URLSearchParams(await rawBody(req, { limit: 4096, encoding: 'utf8' })).get('email');
  const accountId = readEmail(typed);
  if (!accountId)
    return page(res, 400, {
      action,
      email: typed?.slice(0, 300) ?? '',
      error: 'Please provide a valid email address',
    });
  await provider.interactionFinished(
    req,
    res,
    { login: { accountId, remember: false } },
    { mergeWithLastSubmission: false },
  );
}

function page(
  res: ServerResponse,
  status: number,
  content: { action: string; email?: string; error?: string },
): void {
  const nonce = randomBytes(16).toString('base64');
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: Chromium holds it against every redirect after the form, up to the product on another loopback name.
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
  res.end(signInPage({ ...content, nonce }));
}

/** On a shared device the next person must be able to choose, so every sign-in asks. */
function askAlways() {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('always', 'The sandbox asks every time', (ctx) => !ctx.oidc.result?.login),
    );
  return policy;
}

function configurationOf(publicUrl: string, secret: string, clientSecret: string): Configuration {
  const { hostname, protocol, port } = new URL(publicUrl);
  const hosts = loopback.includes(hostname) ? loopback : [hostname];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    adapter: MemoryStorage,
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sandbox' } as never],
    },
    cookies: { keys: [secret] },
    clients: [
      {
        client_id: 'hearthkeep',
        client_secret: clientSecret,
        redirect_uris: hosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}/api/callback`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        application_type: 'web',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: askAlways(),
      url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}`,
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    findAccount: (_ctx, id) => {
      const { email, firstName, lastName } = personOf(id);
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          email,
          email_verified: true,
          name: `${firstName} ${lastName}`.trim(),
          given_name: firstName,
          family_name: lastName,
        }),
      };
    },
    // Our own product needs nobody's consent.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    renderError: (ctx) => ctx.redirect('/signin?error=failed'),
  };
}
