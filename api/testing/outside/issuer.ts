import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import getRawBody from 'raw-body';
import { type Browser, openBrowser } from './browser.ts';

export interface TestIssuer {
  url: string;
  /** The environment of a server that uses this issuer, with sandboxed cards. */
  env: Record<string, string>;
  /** Signs a person in on a new browser. */
  signIn(server: { url: string }, person: { sub: string } & Record<string, unknown>): Promise<Browser>;
  /**
   * A valid logout token (OpenID Connect Back-Channel Logout 1.0) with the given changes; `undefined` removes a
   * claim.
   */
  logoutToken(
    claims: Record<string, unknown>,
    header?: { alg?: string; typ?: string; kid?: string },
  ): Promise<string>;
  close(): Promise<void>;
}

export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** An OpenID Connect issuer of another operator: it signs in any person that a test names. */
export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const granted = new Map<string, JWTPayload>();
  const sign = (claims: JWTPayload, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey);
  const seconds = () => Math.floor(Date.now() / 1000);

  const server = createServer(async (req, res) => {
    const form = new URLSearchParams(await getRawBody(req, { encoding: 'utf-8' }));
    const answers: Record<string, () => Promise<object> | object> = {
      '/.well-known/openid-configuration': () => ({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        end_session_endpoint: `${url}/end`,
        jwks_uri: `${url}/jwks`,
      }),
      '/jwks': () => ({ keys: [jwk] }),
      '/token': async () => {
        const claims = granted.get(form.get('code') ?? '') ?? {};
        return { access_token: 'access', token_type: 'bearer', id_token: await sign(claims) };
      },
    };
    const answer = answers[req.url ?? ''];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify((await answer?.()) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const audience = { iss: url, aud: 'us' };

  return {
    url,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'hush', SANDBOX: '1' },
    async signIn({ url: product }, person) {
      const browser = openBrowser(product);
      const sent = new URL((await browser.visit('/api/login')).headers.get('location') ?? '');
      const code = randomUUID();
      const times = { iat: seconds(), exp: seconds() + 60 };
      granted.set(code, { ...audience, ...times, nonce: sent.searchParams.get('nonce'), ...person });
      await browser.visit(`/api/callback?code=${code}&state=${sent.searchParams.get('state')}`);
      return browser;
    },
    logoutToken: (claims, header) =>
      sign(
        {
          ...audience,
          iat: seconds(),
          exp: seconds() + 120,
          jti: randomUUID(),
          events: { [logoutEvent]: {} },
          ...claims,
        },
        { typ: 'logout+jwt', ...header },
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
