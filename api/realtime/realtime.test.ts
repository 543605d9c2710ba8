import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { openBus } from '../bus/bus.ts';
import { closeCodes } from '../contract/schemas/events.ts';
import { createSession } from '../features/records/account/sessions/sessions.service.ts';
import { sessionCookieName } from '../http/cookies.ts';
import { anAdmin, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function cookieOf(user: { id: string }): Promise<string> {
  const value = await createSession(server.deps, user.id, 'test');
  return `${sessionCookieName(server.deps.env)}=${value}`;
}

function connect(headers: Record<string, string>, path = '/chat', options: ClientOptions = {}): WebSocket {
  return new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers, ...options });
}

async function open(user: { id: string }): Promise<WebSocket> {
  const socket = connect({ origin: server.url, cookie: await cookieOf(user) });
  await once(socket, 'open');
  return socket;
}

const refusedWith = async (socket: WebSocket) => (await once(socket, 'error'))[0].message;
const closedWith = async (socket: WebSocket) => (await once(socket, 'close'))[0];

test('joining is answered with the session’s own identity', async () => {
  const member = await aUser(server.deps.db);
  const admin = await anAdmin(server.deps.db);
  for (const [user, isSupport] of [
    [member, false],
    [admin, true],
  ] as const) {
    const socket = await open(user);
    socket.send(JSON.stringify({ type: 'join', data: { userId: user.id, isSupport } }));
    const [text] = await once(socket, 'message');
    expect(JSON.parse(String(text))).toEqual({
      type: 'joined',
      data: { userId: user.id, isSupport, conversationId: isSupport ? null : user.id },
    });
    socket.close();
  }
});

test('a claim to be another person or support ends the socket', async () => {
  const member = await aUser(server.deps.db);
  const other = await aUser(server.deps.db);
  for (const data of [
    { userId: other.id, isSupport: false },
    { userId: member.id, isSupport: true },
  ]) {
    const socket = await open(member);
    socket.send(JSON.stringify({ type: 'join', data }));
    expect(await closedWith(socket)).toBe(closeCodes.refused);
  }
});

test('a client without a session is told so by the close', async () => {
  expect(await closedWith(connect({ origin: server.url }))).toBe(closeCodes.signedOut);
  const forged = `${sessionCookieName(server.deps.env)}=nonsense`;
  expect(await closedWith(connect({ origin: server.url, cookie: forged }))).toBe(closeCodes.signedOut);
});

test('another page, or none, cannot open a socket, whatever its cookie', async () => {
  const cookie = await cookieOf(await aUser(server.deps.db));
  expect(await refusedWith(connect({ origin: 'https://evil.example', cookie }))).toContain('403');
  expect(await refusedWith(connect({ cookie }))).toContain('403');
});

test('other paths have no socket', async () => {
  const cookie = await cookieOf(await aUser(server.deps.db));
  expect(await refusedWith(connect({ origin: server.url, cookie }, '/api/chat'))).toContain('404');
});

test('an invalid or too large event ends the socket', async () => {
  const member = await aUser(server.deps.db);
  const odd = await open(member);
  odd.send('{"type":"shout"}');
  expect(await closedWith(odd)).toBe(closeCodes.refused);
  const large = await open(member);
  large.send('x'.repeat(65 * 1024));
  expect(await closedWith(large)).toBe(1009);
});

/** A server that is storing a message, which the database has taken and confirms only after `release`. */
async function aStoringServer() {
  const { db } = server.deps;
  const user = await aUser(db);
  const bus = await openBus({ postgresUrl: null, log: server.deps.log });
  const order: string[] = [];
  const hint = aSignal();
  bus.hear(({ kind }) => {
    if (kind !== 'message') return;
    order.push('told');
    hint.give();
  });
  const busClosed = aSignal();
  const close = async () => {
    order.push('closed');
    busClosed.give();
  };
  const [inserted, released] = [aSignal(), aSignal()];
  const slowDb = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!result.rows.some((row) => row.content === 'The last')) return result;
      inserted.give();
      await released.given;
      return result;
    },
  });
  const stopping = await startTestServer({ beside: server, deps: { db: slowDb, bus: { ...bus, close } } });
  const cookie = await cookieOf(user);
  const socket = new WebSocket(`${stopping.url.replace('http', 'ws')}/chat`, {
    headers: { origin: stopping.url, cookie },
  });
  await once(socket, 'open');
  const data = { userId: user.id, isSupport: false, content: 'The last' };
  socket.send(JSON.stringify({ type: 'message', data }));
  await inserted.given;
  return { stopping, socket, order, hint: hint.given, busClosed: busClosed.given, release: released.give };
}

function aSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Each attempt to reach a stopped server gives it time for its next steps. */
async function giveTurns({ url }: TestServer): Promise<void> {
  for (let refused = 0; refused < 5; )
    await fetch(url).catch(() => {
      refused += 1;
    });
}

test('a stopping server tells of a message that it is still storing', async () => {
  const { stopping, socket, order, release } = await aStoringServer();
  const closing = stopping.close();
  await once(socket, 'close');
  await giveTurns(stopping);
  release();
  await closing;
  expect(order).toEqual(['told', 'closed']);
});

test('a stopping server waits at most two seconds for a message that it is still storing', async () => {
  const { stopping, socket, order, hint, busClosed, release } = await aStoringServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closing = stopping.close();
  onTestFinished(async () => {
    vi.useRealTimers();
    release();
    await Promise.all([hint, closing]);
  });
  await once(socket, 'close');
  vi.advanceTimersByTime(1_999);
  await giveTurns(stopping);
  expect(order).toEqual([]);
  vi.advanceTimersByTime(1);
  await busClosed;
  expect(order).toEqual(['closed']);
});
