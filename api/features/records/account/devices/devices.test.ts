import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '../../../../contract/schemas/events.ts';
import { sessionCookieName } from '../../../../http/cookies.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import { openBrowser } from '../../../../testing/outside/browser.ts';
import { createClient } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { createSession } from '../sessions/sessions.service.ts';
import { describe as describeAgent } from './devices.presenter.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.clock.set('2026-11-21T00:00:00.000Z'));

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';

/** A browser in which this person is signed in. */
async function signedIn(user: { id: string }, agent = iphone) {
  const cookie = `${sessionCookieName(server.deps.env)}=${await createSession(server.deps, user.id, agent)}`;
  return { cookie, ...createClient(server.url, server.url, cookie) };
}

test('a person sees their sessions: this browser first, then by last use', async () => {
  const user = await aUser(server.deps.db);
  const phone = await signedIn(user);
  server.clock.advance({ hours: 2 });
  await signedIn(user, windows);
  server.clock.advance({ hours: 2 });
  await signedIn(await aUser(server.deps.db));
  const { body } = await phone.call('listSessions');
  expect(body).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'Safari on iPhone',
      kind: 'phone',
      signedInAt: '2026-11-21T00:00:00.000Z',
      lastSeenAt: '2026-11-21T04:00:00.000Z',
      current: true,
    },
    {
      id: expect.any(String),
      name: 'Edge on Windows',
      kind: 'computer',
      signedInAt: '2026-11-21T02:00:00.000Z',
      lastSeenAt: '2026-11-21T02:00:00.000Z',
      current: false,
    },
  ]);
});

test('ids in the list of sessions open no session', async () => {
  const user = await aUser(server.deps.db);
  const { call } = await signedIn(user);
  const { body } = await call('listSessions');
  const forged = `${sessionCookieName(server.deps.env)}=${body[0]?.id}`;
  expect((await createClient(server.url, server.url, forged).call('readUser')).status).toBe(401);
});

test('expired sessions are not listed', async () => {
  const user = await aUser(server.deps.db);
  await signedIn(user, windows);
  server.clock.advance({ days: 31 });
  const { call } = await signedIn(user);
  expect((await call('listSessions')).body.map((d) => d.name)).toEqual(['Safari on iPhone']);
});

test('a browser signed out from another gets 401 at its next call', async () => {
  const user = await aUser(server.deps.db);
  const phone = await signedIn(user);
  const desk = await signedIn(user, windows);
  const id = (await phone.call('listSessions')).body[1]?.id ?? '';
  expect((await phone.call('endSession', { params: { id } })).body).toEqual({ done: true });
  expect((await desk.call('readUser')).status).toBe(401);
  expect((await phone.call('listSessions')).body).toHaveLength(1);
  expect((await phone.call('endSession', { params: { id } })).status).toBe(404);
});

test('another person’s session is not found and stays', async () => {
  const owner = await signedIn(await aUser(server.deps.db));
  const other = await signedIn(await aUser(server.deps.db));
  const id = (await owner.call('listSessions')).body[0]?.id ?? '';
  expect((await other.call('endSession', { params: { id } })).status).toBe(404);
  expect((await other.call('endSession', { params: { id: 'x'.repeat(101) } })).status).toBe(404);
  await other.call('endAllSessions');
  expect((await owner.call('readUser')).status).toBe(200);
  for (const name of ['listSessions', 'endAllSessions'] as const)
    expect((await server.anyone.call(name)).status).toBe(401);
  expect((await server.anyone.call('endSession', { params: { id } })).status).toBe(401);
});

test('signing out everywhere includes this browser: its cookies go, and it ends the issuer’s session', async () => {
  const here = openBrowser(server.url);
  await here.signIn('everywhere@example.com');
  const there = openBrowser(server.url);
  await there.signIn('everywhere@example.com');
  const ended = await here.visit('/api/sessions', { method: 'DELETE', headers: { origin: server.url } });
  const { url } = (await ended.json()) as { url: string };
  expect(new URL(url, server.url).pathname).toBe('/sandbox/identity/session/end');
  expect(here.cookie('hearthkeep')).toBeUndefined();
  expect(here.cookie('hearthkeep-in')).toBeUndefined();
  expect((await here.visit('/api/auth/user')).status).toBe(401);
  expect((await there.visit('/api/auth/user')).status).toBe(401);
});

test('the last use of a session is known to the hour, and few calls write it', async () => {
  const user = await aUser(server.deps.db);
  const phone = await signedIn(user);
  const seen = async () => {
    const row = await server.deps.db
      .selectFrom('sessions')
      .select(['last_seen_at', 'expires_at'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return row.last_seen_at;
  };
  server.clock.advance({ minutes: 59 });
  await phone.call('readUser');
  expect(await seen()).toBe('2026-11-21T00:00:00.000Z');
  server.clock.advance({ minutes: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => phone.call('readUser')));
  expect(answers.flatMap((a) => a.headers.getSetCookie())).toEqual([]);
  expect(await seen()).toBe('2026-11-21T01:00:00.000Z');
});

test('the socket of a session that ended unannounced is closed at the heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const beating = await startTestServer();
  try {
    const user = await aUser(beating.deps.db);
    const cookie = `${sessionCookieName(beating.deps.env)}=${await createSession(beating.deps, user.id, windows)}`;
    const socket = new WebSocket(`${beating.url.replace('http', 'ws')}/chat`, {
      headers: { origin: beating.url, cookie },
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await beating.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await closed)[0]).toBe(closeCodes.signedOut);
  } finally {
    vi.useRealTimers();
    await beating.close();
  }
});

test('a device is named from its browser’s own claim, and only by known names', () => {
  const named = (agent: string) => Object.values(describeAgent(agent)).join(', ');
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  expect(
    [
      `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${webkit} Version/17.0 Mobile/15E148 Safari/604.1`,
      `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      '<img src=x onerror=alert(1)>',
      '',
    ].map(named),
  ).toEqual([
    'Safari on iPad, tablet',
    'Chrome on Android, phone',
    'Samsung Internet on Android, phone',
    'Firefox on Mac, computer',
    'Chrome on Chromebook, computer',
    'An unknown device, computer',
    'An unknown device, computer',
  ]);
});
