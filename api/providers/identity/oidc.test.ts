import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import getRawBody from 'raw-body';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Identity, IdentityRefused, IdentityUnavailable, type SignInAttempt } from './identity.ts';
import { createOidcIdentity } from './oidc.ts';

/** An issuer with the answers of a test; our own issuer is tested by the sign-in’s tests. */
let issuer: Server;
let url: string;
let requests: { path: string; authorization: string | undefined; form: URLSearchParams }[];
let answers: Record<string, () => { status?: number; body: unknown }>;
let identity: Identity;

const discovery = '/.well-known/openid-configuration';
const metadata = (more: object = {}) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  ...more,
});

beforeEach(async () => {
  requests = [];
  issuer = createServer(async (req: IncomingMessage, res) => {
    const path = req.url ?? '';
    const form = new URLSearchParams(await getRawBody(req, { encoding: 'utf-8' }));
    requests.push({ path, authorization: req.headers.authorization, form });
    const { status = 200, body } = answers[path]?.() ?? { status: 404, body: {} };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  answers = { [discovery]: () => ({ body: metadata() }) };
  identity = createOidcIdentity({ issuer: url, clientId: 'us', clientSecret: 'hush' });
});
afterEach(() => new Promise((resolve) => issuer.close(resolve)));

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The code flow gets the token from the issuer directly, so its claims are checked and not its signature. */
function tokenAnswers(attempt: SignInAttempt, claims: object = {}): void {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: url,
    sub: 'u1',
    aud: 'us',
    iat: now,
    exp: now + 60,
    nonce: attempt.nonce,
    ...claims,
  };
  answers['/token'] = () => ({
    body: {
      access_token: 'access',
      token_type: 'bearer',
      id_token: `${part({ alg: 'RS256' })}.${part(payload)}.c2ln`,
    },
  });
}
async function begun() {
  const { attempt } = await identity.begin('https://us.example/api/callback');
  tokenAnswers(attempt);
  answers['/userinfo'] = () => ({ body: { sub: 'u1', email: 'u1@example.com' } });
  const returned = new URL(`https://us.example/api/callback?code=c&state=${attempt.state}`);
  return { attempt, finish: () => identity.finish(returned, attempt), returned };
}

test('the issuer’s metadata is read at the first sign-in, again after a failure, and then kept', async () => {
  expect(requests).toEqual([]);
  answers[discovery] = () => ({ status: 503, body: {} });
  await expect(identity.begin('https://us.example/api/callback')).rejects.toThrow(IdentityUnavailable);
  answers[discovery] = () => ({ body: metadata() });
  await identity.begin('https://us.example/api/callback');
  await identity.begin('https://us.example/api/callback');
  expect(requests.filter(({ path }) => path === discovery)).toHaveLength(2);
});

test('every attempt has its own state, nonce and PKCE challenge', async () => {
  const [one, other] = [
    await identity.begin('https://us.example/cb'),
    await identity.begin('https://us.example/cb'),
  ];
  const query = new URL(one.url).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'us',
    redirect_uri: 'https://us.example/cb',
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: one.attempt.state,
    nonce: one.attempt.nonce,
  });
  expect(query.get('code_challenge')).not.toBe(one.attempt.codeVerifier);
  for (const name of ['state', 'nonce', 'codeVerifier'] as const)
    expect(one.attempt[name]).not.toBe(other.attempt[name]);
});

test('the person’s claims come from the userinfo if the ID token has the subject alone', async () => {
  const { finish } = await begun();
  answers['/userinfo'] = () => ({
    body: {
      sub: 'u1',
      email: 'mei@example.com',
      email_verified: 'true',
      name: 'Mei Ling Chen',
      picture: 'http://plain.example/a.png',
    },
  });
  const { claims } = await finish();
  expect(claims).toEqual({
    issuer: url,
    subject: 'u1',
    email: 'mei@example.com',
    emailVerified: true,
    firstName: 'Mei',
    lastName: 'Ling Chen',
    pictureUrl: null,
  });
});

test('an address that the issuer does not vouch for is not verified', async () => {
  const { finish } = await begun();
  expect((await finish()).claims).toMatchObject({ email: 'u1@example.com', emailVerified: false });
});

test.each([
  [
    'the userinfo has another address',
    { email: 'ann@example.com', email_verified: true },
    { email: 'eve@example.com' },
  ],
  [
    'the ID token has another address',
    { email: 'eve@example.com' },
    { email: 'ann@example.com', email_verified: true },
  ],
] as const)('a vouching for one address does not hold for another: %s', async (_, token, userinfo) => {
  const { attempt, finish } = await begun();
  tokenAnswers(attempt, token);
  answers['/userinfo'] = () => ({ body: { sub: 'u1', ...userinfo } });
  const { claims } = await finish();
  expect([claims.email, claims.emailVerified]).toEqual([
    userinfo.email,
    'email_verified' in userinfo && userinfo.email_verified,
  ]);
});

test('an address that both statements name is verified if one of them vouches for it', async () => {
  const { attempt, finish } = await begun();
  tokenAnswers(attempt, { email: 'ann@example.com', email_verified: true });
  answers['/userinfo'] = () => ({ body: { sub: 'u1', email: 'ann@example.com' } });
  expect((await finish()).claims).toMatchObject({ email: 'ann@example.com', emailVerified: true });
});

test.each([
  ['the newer one denies it', { email_verified: true }, { email_verified: false }],
  ['a list says so', {}, { email_verified: ['true'] }],
] as const)('an address that both statements name is not verified if %s', async (_, token, userinfo) => {
  const { attempt, finish } = await begun();
  tokenAnswers(attempt, { email: 'ann@example.com', ...token });
  answers['/userinfo'] = () => ({ body: { sub: 'u1', email: 'ann@example.com', ...userinfo } });
  expect((await finish()).claims).toMatchObject({ email: 'ann@example.com', emailVerified: false });
});

test('a letter outside ASCII in an address stays that letter', async () => {
  const { attempt, finish } = await begun();
  tokenAnswers(attempt, { email: '\u212aate@Example.com', email_verified: true });
  answers['/userinfo'] = () => ({ body: { sub: 'u1' } });
  expect((await finish()).claims.email).toBe('\u212aate@example.com');
});

test('another nonce, audience, issuer or subject is refused', async () => {
  for (const wrong of [{ nonce: 'x' }, { aud: 'them' }, { iss: 'https://evil.example' }, { exp: 1 }]) {
    const { attempt, finish } = await begun();
    tokenAnswers(attempt, wrong);
    await expect(finish(), JSON.stringify(wrong)).rejects.toMatchObject({
      name: 'IdentityRefused',
      reason: 'failed',
    });
  }
  const { finish } = await begun();
  answers['/userinfo'] = () => ({ body: { sub: 'u2', email: 'u2@example.com' } });
  await expect(finish(), 'the userinfo of another').rejects.toThrow(IdentityRefused);
});

test('another state is refused before the issuer is asked', async () => {
  const { attempt, returned } = await begun();
  returned.searchParams.set('state', 'forged');
  await expect(identity.finish(returned, attempt)).rejects.toThrow(IdentityRefused);
  expect(requests.some(({ path }) => path === '/token')).toBe(false);
});

test('a failing issuer is unavailable; a refused code is refused', async () => {
  const { finish } = await begun();
  answers['/token'] = () => ({ status: 503, body: {} });
  await expect(finish()).rejects.toThrow(IdentityUnavailable);
  answers['/token'] = () => ({ status: 400, body: { error: 'invalid_grant' } });
  await expect(finish()).rejects.toMatchObject({ reason: 'failed' });
  issuer.closeAllConnections();
  await new Promise((resolve) => issuer.close(resolve));
  await expect(finish()).rejects.toThrow(IdentityUnavailable);
});

test('the client authenticates by a method that the issuer supports', async () => {
  await (await begun()).finish();
  expect(requests.find(({ path }) => path === '/token')?.authorization).toMatch(/^Basic /);

  answers[discovery] = () => ({
    body: metadata({ token_endpoint_auth_methods_supported: ['client_secret_post'] }),
  });
  identity = createOidcIdentity({ issuer: url, clientId: 'us', clientSecret: 'hush' });
  await (await begun()).finish();
  const last = requests.findLast(({ path }) => path === '/token');
  expect(last?.authorization).toBeUndefined();
  expect(last?.form.get('client_secret')).toBe('hush');
});

test('the issuer’s tokens are not kept after the sign-in', async () => {
  const { finish } = await begun();
  expect(Object.keys(await finish())).toEqual(['claims', 'session']);
});

test('the issuer’s own session is ended at its address, by its name if it has one, without a token', async () => {
  expect(await identity.endUrl(null, 'https://us.example/')).toBeNull();
  answers[discovery] = () => ({ body: metadata({ end_session_endpoint: `${url}/end` }) });
  identity = createOidcIdentity({ issuer: url, clientId: 'us', clientSecret: 'hush' });
  const ours = { client_id: 'us', post_logout_redirect_uri: 'https://us.example/' };
  for (const [session, query] of [
    [null, ours],
    ['s1', { ...ours, logout_hint: 's1' }],
  ] as const) {
    const end = new URL((await identity.endUrl(session, 'https://us.example/')) ?? '');
    expect(end.pathname).toBe('/end');
    expect(Object.fromEntries(end.searchParams)).toEqual(query);
  }
});

test('plain http is for loopback alone', async () => {
  const far = createOidcIdentity({ issuer: 'http://issuer.example', clientId: 'us', clientSecret: 'hush' });
  await expect(far.begin('https://us.example/cb')).rejects.toThrow(IdentityUnavailable);
});
