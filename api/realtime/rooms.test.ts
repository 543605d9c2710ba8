import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserTable } from '../features/records/account/account.table.ts';
import { aChatMessage, anAdmin, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { openSocket, type TestSocket } from '../testing/servers/socket.ts';

let one: TestServer;
/** On the same database. */
let two: TestServer;
let admin: UserTable;
beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ beside: one });
  admin = await anAdmin(one.deps.db);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const write = (user: UserTable, content: string, server = one, sender = user) =>
  aChatMessage(server.deps, { conversationId: user.id, sender, content });

function join(socket: TestSocket, user: UserTable, lastSeenId?: string | null): void {
  socket.send({
    type: 'join',
    data: { userId: user.id, isSupport: false, ...(lastSeenId !== undefined && { lastSeenId }) },
  });
}

const untilLast = (socket: TestSocket, content: string) =>
  socket.next('message', (message) => message.content === content);
const placesOf = (socket: TestSocket) => socket.all('message').map((message) => message.seq);
const row = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('joining is confirmed at once, with the other people present', async () => {
  const user = await aUser(one.deps.db);
  const socket = await openSocket(one, user);
  join(socket, user);
  expect(await socket.next('joined')).toEqual({
    userId: user.id,
    isSupport: false,
    conversationId: user.id,
  });
  expect(await socket.next('presence')).toEqual({
    conversationId: user.id,
    customerOnline: true,
    supportOnline: false,
    team: [],
  });
  await socket.close();
});

test('a message reaches every socket in the conversation, on any server', async () => {
  const user = await aUser(one.deps.db);
  const sockets = [await openSocket(one, user), await openSocket(two, user)];
  const team = await openSocket(two, admin);
  for (const socket of sockets) join(socket, user, null);
  team.send({ type: 'join', data: { userId: admin.id, isSupport: true, conversationId: user.id } });
  await Promise.all([...sockets, team].map((socket) => socket.next('joined')));
  await write(user, 'From me', one);
  await write(user, 'From the team', two, admin);
  for (const socket of [...sockets, team]) {
    await untilLast(socket, 'From the team');
    expect(socket.all('message').map((m) => [m.seq, m.content, m.isSupport])).toEqual([
      [1, 'From me', false],
      [2, 'From the team', true],
    ]);
  }
  await Promise.all([...sockets, team].map((socket) => socket.close()));
});

test('missed messages follow in order, after the last one seen', async () => {
  const user = await aUser(one.deps.db);
  const stored = [];
  for (let n = 1; n <= 5; n++) stored.push(await write(user, `Message ${n}`));
  const socket = await openSocket(two, user);
  join(socket, user, stored[2]?.id);
  await untilLast(socket, 'Message 5');
  expect(placesOf(socket)).toEqual([4, 5]);
  await socket.close();
});

test('a client that has nothing is sent everything, also several pages', async () => {
  const user = await aUser(one.deps.db);
  for (let n = 1; n <= 450; n++) await write(user, `Message ${n}`);
  const socket = await openSocket(two, user);
  join(socket, user, null);
  await untilLast(socket, 'Message 450');
  expect(placesOf(socket)).toEqual(row(1, 450));
  await socket.close();
});

test('a client that asks for no earlier messages gets only new ones', async () => {
  const user = await aUser(one.deps.db);
  await write(user, 'Before');
  const socket = await openSocket(one, user);
  join(socket, user);
  await socket.next('joined');
  await write(user, 'After');
  await untilLast(socket, 'After');
  expect(placesOf(socket)).toEqual([2]);
  await socket.close();
});

test('clients that join while messages pour in on both servers miss none and get none twice', async () => {
  const user = await aUser(one.deps.db);
  const sockets: TestSocket[] = [];
  const pouring = (async () => {
    for (let n = 1; n < 300; n++) await write(user, `Message ${n}`, n % 2 ? one : two);
    await write(user, 'The last');
  })();
  for (let n = 0; n < 12; n++) {
    const socket = await openSocket(n % 2 ? one : two, user);
    join(socket, user, null);
    await socket.next('joined');
    sockets.push(socket);
  }
  await pouring;
  for (const socket of sockets) {
    await untilLast(socket, 'The last');
    expect(placesOf(socket)).toEqual(row(1, 300));
  }
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('messages of one client are stored in the order of writing', async () => {
  const user = await aUser(one.deps.db);
  const socket = await openSocket(one, user);
  join(socket, user, null);
  const words = row(1, 40).map((n) => `Message ${n}`);
  for (const content of words)
    socket.send({ type: 'message', data: { userId: user.id, isSupport: false, content } });
  await untilLast(socket, 'Message 40');
  expect(socket.all('message').map((message) => message.content)).toEqual(words);
  await socket.close();
});

test('a client that has left a conversation gets no more of it', async () => {
  const user = await aUser(one.deps.db);
  const [gone, stays] = [await openSocket(one, user), await openSocket(one, user)];
  for (const socket of [gone, stays]) {
    join(socket, user, null);
    await socket.next('joined');
  }
  gone.send({ type: 'leave', data: {} });
  // Events of one socket are handled in order: once this is answered, it has left.
  gone.send({ type: 'message', data: { userId: user.id, isSupport: false, content: 'Is it on?' } });
  await gone.next('stored');
  await untilLast(stays, 'Is it on?');
  expect(gone.all('message')).toEqual([]);
  await Promise.all([gone.close(), stays.close()]);
});

test('typing is passed on at most twice a second, by name, and not stored', async () => {
  const user = await aUser(one.deps.db, { first_name: 'Kim', last_name: 'Tran' });
  const theirs = await openSocket(one, user);
  const team = await openSocket(two, admin);
  join(theirs, user);
  team.send({ type: 'join', data: { userId: admin.id, isSupport: true, conversationId: user.id } });
  await Promise.all([theirs.next('joined'), team.next('joined')]);
  const began = performance.now();
  for (let n = 0; n < 10; n++) theirs.send({ type: 'typing', data: { userId: user.id, isSupport: false } });
  expect(await team.next('typing')).toEqual({
    conversationId: user.id,
    isSupport: false,
    sender: 'Kim Tran',
  });
  await write(user, 'Typed', one);
  await untilLast(team, 'Typed');
  // On a slow machine the ten may take longer than half a second.
  const atMost = 1 + Math.floor((performance.now() - began) / 500);
  expect(team.all('typing').length).toBeLessThanOrEqual(atMost);
  expect(theirs.all('typing')).toEqual([]);
  await Promise.all([theirs.close(), team.close()]);
});

test('a customer can neither join nor write in another’s conversation', async () => {
  const [user, other] = [await aUser(one.deps.db), await aUser(one.deps.db)];
  const claim = { userId: user.id, isSupport: false, conversationId: other.id };
  for (const event of [
    { type: 'join', data: claim },
    { type: 'message', data: { ...claim, content: 'Let me in' } },
    { type: 'typing', data: claim },
  ] as const) {
    const socket = await openSocket(one, user);
    socket.send(event);
    expect(await socket.closed).toBe(1008);
  }
});
