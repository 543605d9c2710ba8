import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeCodes } from '../../../../contract/schemas/events.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import type { Browser } from '../../../../testing/outside/browser.ts';
import { logoutEvent, startIssuer, type TestIssuer } from '../../../../testing/outside/issuer.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { openSocket } from '../../../../testing/servers/socket.ts';

let issuer: TestIssuer;
let server: TestServer;
beforeAll(async () => {
  issuer = await startIssuer();
  server = await startTestServer({ env: issuer.env });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});

let people = 0;
/** A new person, with one browser for each of the issuer’s sessions. */
async function signedIn(...sids: (string | undefined)[]) {
  const sub = `person-${++people}`;
  const browsers: Browser[] = [];
  for (const sid of sids)
    browsers.push(await issuer.signIn(server, { sub, email: `${sub}@example.com`, ...(sid && { sid }) }));
  return { sub, browsers };
}
const isIn = async (browser: Browser) => (await browser.visit('/api/auth/user')).status === 200;
const areIn = (browsers: Browser[]) => Promise.all(browsers.map(isIn));
const tell = (token: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
    ...init,
  });
const end = async (claims: Record<string, unknown>) => (await tell(await issuer.logoutToken(claims))).status;

test('a person whom the issuer signs out everywhere reads nothing more, and their sockets close', async () => {
  const { sub, browsers } = await signedIn('one', 'two');
  const [first] = browsers;
  const other = await signedIn('three');
  const cookie = `hearthkeep=${first?.cookie('hearthkeep')?.value}`;
  const socket = await openSocket(server, { id: '' }, { cookie });
  expect(await end({ sub })).toBe(200);
  expect(await socket.closed).toBe(closeCodes.signedOut);
  expect(await areIn(browsers)).toEqual([false, false]);
  expect(await areIn(other.browsers)).toEqual([true]);
});

test('the end of one session of the issuer ends no other', async () => {
  const { sub, browsers } = await signedIn('desk', 'phone', undefined);
  expect(await end({ sid: 'phone' })).toBe(200);
  expect(await areIn(browsers)).toEqual([true, false, true]);
  // A session that never had the issuer’s name ends too, because nothing else is known of it.
  expect(await end({ sub, sid: 'desk' })).toBe(200);
  expect(await areIn(browsers)).toEqual([false, false, false]);
});

test('signing out here names the issuer’s session alone', async () => {
  for (const [sid, hint] of [
    ['tablet', { logout_hint: 'tablet' }],
    [undefined, {}],
  ] as const) {
    const { browsers } = await signedIn(sid);
    const sent = new URL((await browsers[0]?.visit('/api/logout'))?.headers.get('location') ?? '');
    expect(sent.origin + sent.pathname).toBe(`${issuer.url}/end`);
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      client_id: 'us',
      post_logout_redirect_uri: `${server.url}/`,
      ...hint,
    });
    expect(await areIn(browsers)).toEqual([false]);
  }
});

test('only the issuer’s own tokens sign a person out', async () => {
  const { sub, browsers } = await signedIn('here');
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const good = await issuer.logoutToken({ sub });
  const [head = '', body = ''] = good.split('.');
  const forger = await startIssuer();
  const wrong: Record<string, string> = {
    'another’s signature': await forger.logoutToken({ sub, iss: issuer.url }),
    'no signature': `${part({ alg: 'none' })}.${body}.`,
    'a cut signature': `${head}.${body}.`,
    'another issuer': await issuer.logoutToken({ sub, iss: 'https://issuer.example' }),
    'another client': await issuer.logoutToken({ sub, aud: 'them' }),
    'no audience': await issuer.logoutToken({ sub, aud: undefined }),
    'no time': await issuer.logoutToken({ sub, iat: undefined }),
    'an old one': await issuer.logoutToken({ sub, iat: now - 3600 }),
    'one of the future': await issuer.logoutToken({ sub, iat: now + 3600, exp: now + 7200 }),
    expired: await issuer.logoutToken({ sub, exp: now - 600 }),
    'no events': await issuer.logoutToken({ sub, events: undefined }),
    'another event': await issuer.logoutToken({ sub, events: { 'https://x.example': {} } }),
    'an event that is none': await issuer.logoutToken({ sub, events: { [logoutEvent]: true } }),
    'a nonce, as ID tokens have': await issuer.logoutToken({ sub, nonce: 'n' }),
    'nobody named': await issuer.logoutToken({}),
    'a person of another kind': await issuer.logoutToken({ sub, sid: 5 }),
    'no id': await issuer.logoutToken({ sub, jti: undefined }),
    'another type': await issuer.logoutToken({ sub }, { typ: 'at+jwt' }),
    'no token': 'x',
    nothing: '',
  };
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await tell(token);
    expect([answer.status, answer.headers.get('cache-control')], what).toEqual([400, 'no-store']);
  }
  const twice = new URLSearchParams([
    ['logout_token', good],
    ['logout_token', good],
  ]);
  expect((await tell('', { body: twice })).status).toBe(400);
  const json = {
    body: JSON.stringify({ logout_token: good }),
    headers: { 'content-type': 'application/json' },
  };
  expect((await tell('', json)).status).toBe(415);
  expect((await tell(good, { method: 'GET', body: null })).status).toBe(405);
  expect(await areIn(browsers)).toEqual([true]);
  await forger.close();
});

test('a token counts once, in whichever process', async () => {
  const first = await signedIn('again');
  const token = await issuer.logoutToken({ sub: first.sub });
  expect((await tell(token)).status).toBe(200);
  const back = await issuer.signIn(server, { sub: first.sub, email: `${first.sub}@example.com` });
  const other = await startTestServer({ beside: server, env: issuer.env });
  const body = new URLSearchParams({ logout_token: token });
  expect((await fetch(`${other.url}/api/backchannel-logout`, { method: 'POST', body })).status).toBe(400);
  expect(await isIn(back)).toBe(true);
  await other.close();
});

/** Signs a person in, and lets the issuer end their session in the middle of the sign-in. */
async function signedInAsTold(person: { sub: string; sid?: string }, claims: Record<string, unknown>) {
  const { identity } = server.deps;
  const finish = identity.finish;
  vi.spyOn(identity, 'finish').mockImplementationOnce(async (...given) => {
    const found = await finish(...given);
    server.clock.advance({ seconds: 1 });
    expect(await end(claims)).toBe(200);
    server.clock.advance({ seconds: 1 });
    return found;
  });
  return issuer.signIn(server, { ...person, email: `${person.sub}@example.com` });
}

test('a sign-in ended meanwhile by the issuer, by person, session or both, fails, and succeeds when repeated', async () => {
  const sub = 'between';
  for (const [sid, claims, ends] of [
    ['a', { sub }, true],
    ['b', { sid: 'b' }, true],
    ['c', { sub, sid: 'c' }, true],
    [undefined, { sub, sid: 'another' }, true],
    ['d', { sub, sid: 'another' }, false],
    ['e', { sid: 'another' }, false],
    [undefined, { sid: 'another' }, false],
    ['f', { sub: 'somebody else' }, false],
  ] as const) {
    const browser = await signedInAsTold({ sub, ...(sid && { sid }) }, claims);
    expect([await isIn(browser), claims, sid]).toEqual([!ends, claims, sid]);
  }
  const rows = await server.deps.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('issuer_session')
    .where('u.subject', '=', sub)
    .execute();
  expect(rows.map((row) => row.issuer_session).sort()).toEqual(['d', 'e', 'f', null]);
  server.clock.advance({ seconds: 1 });
  expect(await isIn(await issuer.signIn(server, { sub, sid: 'a', email: `${sub}@example.com` }))).toBe(true);
});

test('a token stored before digests existed prevents no sign-in', async () => {
  await server.deps.db
    .insertInto('logout_tokens')
    .values({
      id: 'of an older release',
      heard_at: '2999-01-01T00:00:00.000Z',
      subject_digest: null,
      session_digest: null,
    })
    .execute();
  expect(await isIn(await issuer.signIn(server, { sub: 'later', email: 'later@example.com' }))).toBe(true);
  await server.deps.db.deleteFrom('logout_tokens').where('id', '=', 'of an older release').execute();
});

test('one of two simultaneous tokens with one id counts', async () => {
  const { sub } = await signedIn('x');
  const token = await issuer.logoutToken({ sub });
  const statuses = await Promise.all([tell(token), tell(token)].map(async (a) => (await a).status));
  expect(statuses.sort()).toEqual([200, 400]);
});

test('a person with the same subject at another issuer stays signed in', async () => {
  const { sub } = await signedIn('y');
  const namesake = await server.as(await aUser(server.deps.db, { subject: sub }));
  expect(await end({ sub })).toBe(200);
  expect((await namesake.call('readUser')).status).toBe(200);
  // An unknown person counts as signed out already.
  expect(await end({ sub: 'never-seen' })).toBe(200);
});
