import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '../contract/schemas/events.ts';
import { workingFor } from '../core/turn.ts';
import { anAdmin, aUser } from '../testing/builders/builders.ts';
import { demotedMeanwhile } from '../testing/databases/demoted.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { cookieOf, openSocket, type TestSocket } from '../testing/servers/socket.ts';
import { goodbyeMs } from './connection.ts';

let server: TestServer;
/** On the same database. */
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ beside: server });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const expectClosed = async (socket: TestSocket, code: number): Promise<void> =>
  expect(await socket.closed).toBe(code);

test('a client that sends too fast is ended at once, and its further frames are ignored', async () => {
  const user = await aUser(server.deps.db);
  const socket = await openSocket(server, user);
  const data = { userId: user.id, isSupport: false };
  for (let n = 0; n < 200; n++) socket.send({ type: 'message', data: { ...data, content: `Message ${n}` } });
  await expectClosed(socket, closeCodes.tooFast);
  const client = await server.as(user);
  expect((await client.call('readChat')).body.lastSeq).toBeLessThan(100);
});

test('a chat message that has no turn in time is not refused: the socket ends, and the repeat is stored', async () => {
  const busy = await startTestServer({ rates: { writesAtOncePerPerson: 1, writesWaitingPerPerson: 0 } });
  const user = await aUser(busy.deps.db);
  const socket = await openSocket(busy, user);
  const data = { userId: user.id, isSupport: false, content: 'Hello', clientId: 'id-of-hello' };
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  const holding = busy.deps.limits.inTurn(user.id, () => held);
  socket.send({ type: 'message', data });
  await expectClosed(socket, closeCodes.goingAway);
  expect(socket.all('refused')).toEqual([]);
  go();
  await holding;
  const again = await openSocket(busy, user);
  again.send({ type: 'message', data });
  expect((await again.next('stored')).clientId).toBe('id-of-hello');
  await again.close();
  await busy.close();
});

test('messages and typing beyond the limit per minute, over any number of sockets, are refused; the socket stays', async () => {
  const strict = await startTestServer({ rates: { chatMessagesPerPerson: 3, typingPerPerson: 1 } });
  const [user, admin] = [await aUser(strict.deps.db), await anAdmin(strict.deps.db)];
  const [one, two, team] = [
    await openSocket(strict, user),
    await openSocket(strict, user),
    await openSocket(strict, admin),
  ];
  team.send({ type: 'join', data: { userId: admin.id, isSupport: true, conversationId: user.id } });
  await team.next('joined');
  const claim = { userId: user.id, isSupport: false };
  one.send({ type: 'typing', data: claim });
  await team.next('typing');
  two.send({ type: 'typing', data: claim });
  const write = (socket: TestSocket, content: string) =>
    socket.send({ type: 'message', data: { ...claim, content, clientId: `id-of-${content}` } });
  for (const content of ['First', 'Second', 'Third']) write(one, content);
  await one.next('stored', ({ content }) => content === 'Third');
  write(two, 'Fourth');
  expect(await two.next('refused')).toEqual({
    clientId: 'id-of-Fourth',
    reason: 'Too many messages. Please wait a moment.',
  });
  await team.next('message', ({ content }) => content === 'Third');
  expect(team.all('message')).toHaveLength(3);
  expect(team.all('typing')).toHaveLength(1);
  // Other people are not affected.
  const answer = { userId: admin.id, isSupport: true, conversationId: user.id, content: 'Hello' };
  team.send({ type: 'message', data: answer });
  await team.next('stored');
  await Promise.all([one, two, team].map((socket) => socket.close()));
  await strict.close();
});

test('the protocol’s own frames have the same limit', async () => {
  for (const frame of ['ping', 'pong'] as const) {
    const socket = await openSocket(server, await aUser(server.deps.db));
    for (let n = 0; n < 200; n++) socket.ws[frame]('x');
    await expectClosed(socket, closeCodes.tooFast);
  }
});

test('a message of thousands of fragments ends the socket', async () => {
  const user = await aUser(server.deps.db);
  const socket = await openSocket(server, user);
  const text = JSON.stringify({ type: 'ping' }).padEnd(100);
  for (let n = 0; n < text.length - 1; n++) socket.ws.send(text[n] as string, { fin: false });
  socket.ws.send(text.at(-1) as string);
  await expectClosed(socket, closeCodes.refused);
});

test('joins per minute are limited over all sockets of a person; the socket past the limit is ended', async () => {
  const strict = await startTestServer({ rates: { joinsPerPerson: 3 } });
  const user = await aUser(strict.deps.db);
  const [one, two] = [await openSocket(strict, user), await openSocket(strict, user)];
  const join = (socket: TestSocket) =>
    socket.send({ type: 'join', data: { userId: user.id, isSupport: false, lastSeenId: null } });
  for (let n = 0; n < 3; n++) {
    join(one);
    await one.next('joined');
  }
  join(two);
  await expectClosed(two, closeCodes.tooFast);
  expect(one.ws.readyState).toBe(WebSocket.OPEN);
  await one.close();
  await strict.close();
});

test('an IPv6 network shares one address’s sockets', async () => {
  const strict = await startTestServer({
    env: { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' },
    rates: { socketsPerAddress: 2 },
  });
  const from = async (address: string) =>
    openSocket(strict, await aUser(strict.deps.db), {
      headers: { origin: 'https://hearthkeep.example', 'x-forwarded-for': address },
    });
  const open = [await from('2001:db8::1'), await from('2001:db8::2')];
  await expectClosed(await from('2001:db8::3'), closeCodes.tooMany);
  open.push(await from('2001:db8:0:1::1'));
  for (const socket of open) expect(socket.ws.readyState).toBe(WebSocket.OPEN);
  for (const socket of open) socket.ws.terminate();
  await strict.close();
});

test('an address cannot take the sockets of all others', async () => {
  const strict = await startTestServer({
    env: { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' },
    rates: { socketsPerAddress: 3 },
  });
  const headersFor = (address: string) => ({
    origin: 'https://hearthkeep.example',
    'x-forwarded-for': address,
  });
  const from = async (address: string) =>
    openSocket(strict, await aUser(strict.deps.db), { headers: headersFor(address) });
  const open: TestSocket[] = [];
  for (let n = 0; n < 3; n++) open.push(await from('203.0.113.1'));
  await expectClosed(await from('203.0.113.1'), closeCodes.tooMany);
  for (const socket of open) expect(socket.ws.readyState).toBe(WebSocket.OPEN);
  open.push(await from('203.0.113.2'));
  await open[0]?.close();
  open.push(await from('203.0.113.1'));
  expect(open.at(-1)?.ws.readyState).toBe(WebSocket.OPEN);
  // A refused client that returns at once gets not even a handshake, until one of those turned away is cut off.
  const began = performance.now();
  const greeted = Array.from({ length: 20 }, () => {
    const ws = new WebSocket(`${strict.url.replace('http', 'ws')}/chat`, {
      headers: headersFor('203.0.113.1'),
    });
    return new Promise<boolean>((resolve) =>
      ws.on('open', () => resolve(true)).on('error', () => resolve(false)),
    );
  });
  const count = (await Promise.all(greeted)).filter(Boolean).length;
  const rounds = 1 + Math.floor((performance.now() - began) / goodbyeMs);
  expect(count).toBeLessThanOrEqual(3 * rounds);
  for (const socket of open) socket.ws.terminate();
  await strict.close();
});

// The WebSocket library waits 30 s for the client’s close: longer than this test.
test('a client without a session that never closes is cut off', { timeout: 25_000 }, async () => {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = ['GET /chat HTTP/1.1', `host: ${host}`, `origin: ${server.url}`, 'connection: upgrade'];
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write([...head, 'upgrade: websocket', 'sec-websocket-version: 13', key, '', ''].join('\r\n'));
  socket.on('error', () => {}).resume();
  await once(socket, 'close');
});

test('a stopping server does not wait for a refused client that never closes', async () => {
  const stopping = await startTestServer();
  const { hostname, port, host } = new URL(stopping.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const head = ['GET /chat HTTP/1.1', `host: ${host}`, 'origin: https://evil.example'];
  socket.write([...head, 'connection: upgrade', 'upgrade: websocket', '', ''].join('\r\n'));
  socket.on('error', () => {}).resume();
  await once(socket, 'end');
  await stopping.close();
  socket.destroy();
});

test('a person’s further socket closes the oldest', async () => {
  const user = await aUser(server.deps.db);
  const cookie = await cookieOf(server, user);
  const sockets: TestSocket[] = [];
  for (let n = 0; n < 21; n++) sockets.push(await openSocket(server, user, { cookie }));
  const [oldest, ...others] = sockets;
  if (!oldest) throw new Error('no socket');
  await expectClosed(oldest, closeCodes.tooMany);
  for (const socket of others) expect(socket.ws.readyState).toBe(WebSocket.OPEN);
  await Promise.all(others.map((socket) => socket.close()));
});

test('sockets that the server is closing are not counted as a person’s open ones', async () => {
  const user = await aUser(server.deps.db);
  const [cookie, second] = [await cookieOf(server, user), await cookieOf(server, user)];
  const closing: TestSocket[] = [];
  for (let n = 0; n < 20; n++) closing.push(await openSocket(server, user, { cookie }));
  // Paused clients do not confirm the close.
  for (const { ws } of closing) ws.pause();
  await fetch(`${server.url}/api/logout`, { headers: { cookie }, redirect: 'manual' });
  const socket = await openSocket(server, user, { cookie: second });
  socket.send({ type: 'join', data: { userId: user.id, isSupport: false } });
  expect(await Promise.race([socket.closed, socket.next('joined')])).toMatchObject({ userId: user.id });
  for (const { ws } of [...closing, socket]) ws.terminate();
});

test('signing out ends the session’s sockets at once, on every server, and no others', async () => {
  const user = await aUser(server.deps.db);
  const [cookie, second] = [await cookieOf(server, user), await cookieOf(server, user)];
  const [here, there] = [
    await openSocket(server, user, { cookie }),
    await openSocket(other, user, { cookie }),
  ];
  const stays = await openSocket(other, user, { cookie: second });
  await fetch(`${server.url}/api/logout`, { headers: { cookie }, redirect: 'manual' });
  await Promise.all([expectClosed(here, closeCodes.signedOut), expectClosed(there, closeCodes.signedOut)]);
  expect(stays.ws.readyState).toBe(WebSocket.OPEN);
  await stays.close();
});

test('ending one device or all of them from another does the same', async () => {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const [first, second] = [await openSocket(server, user), await openSocket(other, user)];
  const { body: devices } = await client.call('listSessions');
  const [one] = devices.filter((device) => !device.current);
  await client.call('endSession', { params: { id: one?.id ?? '' } });
  const code = await Promise.race([first.closed, second.closed]);
  expect(code).toBe(closeCodes.signedOut);
  await client.call('endAllSessions');
  expect(await Promise.all([first.closed, second.closed])).toEqual([4401, 4401]);
});

test('a person whose role changes reconnects with the new role', async () => {
  const { db, bus } = server.deps;
  const user = await aUser(db);
  const cookie = await cookieOf(server, user);
  const socket = await openSocket(other, user, { cookie });
  await db.updateTable('users').set({ role_id: 'administrator' }).where('id', '=', user.id).execute();
  bus.tell({ kind: 'person', personId: user.id });
  // The app reads its person again, whoever has changed the role.
  await socket.next('changed', ({ keys }) => keys.includes('/api/auth/user'));
  await expectClosed(socket, closeCodes.goingAway);
  const again = await openSocket(other, user, { cookie });
  again.send({ type: 'join', data: { userId: user.id, isSupport: true } });
  expect(await again.next('joined')).toMatchObject({ isSupport: true });
  await again.close();
});

test('a person whose role changes while their socket opens reconnects with the new role', async () => {
  const { db, bus } = server.deps;
  const user = await anAdmin(db);
  const cookie = await cookieOf(server, user);
  const demotingDb = demotedMeanwhile(db, user.id, () => bus.tell({ kind: 'person', personId: user.id }));
  const slow = await startTestServer({ beside: server, deps: { db: demotingDb } });
  const socket = await openSocket(slow, user, { cookie });
  await expectClosed(socket, closeCodes.goingAway);
  await slow.close();
});

test('a person who has left the team cannot write as the team, also if their socket was not told', async () => {
  const { db } = server.deps;
  const [user, admin] = [await aUser(db), await anAdmin(db)];
  const socket = await openSocket(server, admin);
  await db.updateTable('users').set({ role_id: null }).where('id', '=', admin.id).execute();
  const claim = { userId: admin.id, isSupport: true, conversationId: user.id };
  socket.send({ type: 'message', data: { ...claim, content: 'Hello' } });
  expect((await socket.next('refused')).reason).toBe('Your role does not allow this');
  await socket.close();
});

test('a stopping server closes its sockets with 1001', async () => {
  const stopping = await startTestServer();
  const socket = await openSocket(stopping, await aUser(stopping.deps.db));
  const closing = stopping.close();
  await expectClosed(socket, closeCodes.goingAway);
  await closing;
});

test('the session of a new socket is read in the turn of its address, and not in the one of the server’s own work', async () => {
  const user = await aUser(server.deps.db);
  const readers: string[] = [];
  const { db } = server.deps;
  const real = db.executeQuery.bind(db);
  const reads = vi.spyOn(db, 'executeQuery').mockImplementation((query) => {
    if ('sql' in query && String(query.sql).includes('sessions')) readers.push(workingFor());
    return real(query);
  });
  const socket = await openSocket(server, user);
  reads.mockRestore();
  await socket.close();
  expect(readers.length).toBeGreaterThan(0);
  expect(readers).not.toContain('');
});
