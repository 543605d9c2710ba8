import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeCodes } from '../../../contract/schemas/events.ts';
import { DatabaseUnavailable } from '../../../db/unavailable.ts';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openSocket, type TestSocket } from '../../../testing/servers/socket.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const conversationRow = (userId: string) =>
  server.deps.db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** Sends a message over a customer’s socket. */
const say = (socket: TestSocket, userId: string, content: string, clientId?: string) =>
  socket.send({
    type: 'message',
    data: { userId, isSupport: false, content, ...(clientId && { clientId }) },
  });

test('a customer who never wrote has an empty conversation', async () => {
  const client = await server.as(await aUser(server.deps.db));
  expect((await client.call('readChat')).body).toEqual({ unread: 0, lastSeq: 0, supportOnline: false });
  expect((await client.call('listChatMessages')).body).toEqual([]);
});

test('a message over the socket is stored, trimmed, confirmed to its sender, and read over HTTP', async () => {
  const user = await aUser(server.deps.db, { first_name: 'Kim', last_name: 'Tran' });
  const socket = await openSocket(server, user);
  const clientId = randomUUID();
  say(socket, user.id, '  Is anyone there?\n', clientId);
  const stored = await socket.next('stored');
  expect(stored).toMatchObject({
    conversationId: user.id,
    seq: 1,
    content: 'Is anyone there?',
    isSupport: false,
    sender: 'Kim Tran',
    clientId,
  });
  const client = await server.as(user);
  expect((await client.call('listChatMessages')).body).toEqual([stored]);
  expect((await client.call('readChat')).body).toMatchObject({ unread: 0, lastSeq: 1 });
  await socket.close();
});

test('fifty simultaneous copies of one message store it once, and each is confirmed', async () => {
  const user = await aUser(server.deps.db);
  const socket = await openSocket(server, user);
  const clientId = randomUUID();
  for (let n = 0; n < 50; n++) say(socket, user.id, 'Once and for all', clientId);
  const first = await socket.next('stored');
  for (let n = 1; n < 50; n++) expect(await socket.next('stored')).toEqual(first);
  expect((await conversationRow(user.id)).last_seq).toBe(1);
  await socket.close();
});

test('a message whose commit’s answer was lost reaches the others when it is sent again, once', async () => {
  const { deps } = server;
  const [user, admin] = [await aUser(deps.db), await anAdmin(deps.db)];
  const team = await openSocket(server, admin);
  team.send({ type: 'join', data: { userId: admin.id, isSupport: true, conversationId: user.id } });
  await team.next('joined');
  const begin = deps.db.transaction.bind(deps.db);
  vi.spyOn(deps.db, 'transaction').mockImplementationOnce(() => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = async (work) => {
      await execute(work);
      throw new DatabaseUnavailable(new Error('The answer was lost'));
    };
    return transaction;
  });
  const clientId = randomUUID();
  const [first, second] = [await openSocket(server, user), await openSocket(server, user)];
  say(first, user.id, 'Is anyone there?', clientId);
  expect(await first.closed).toBe(closeCodes.goingAway);
  expect((await conversationRow(user.id)).last_seq).toBe(1);
  say(second, user.id, 'Is anyone there?', clientId);
  expect(await second.next('stored')).toMatchObject({ seq: 1 });
  const places = () => team.all('message').map(({ seq }) => seq);
  await expect.poll(places).toEqual([1]);
  say(second, user.id, 'Is anyone there?', clientId);
  say(second, user.id, 'The gutter leaks');
  await team.next('message', ({ content }) => content === 'The gutter leaks');
  expect(places()).toEqual([1, 2]);
  await Promise.all([team.close(), second.close()]);
});

test('a client id of another text is refused, and nothing is stored', async () => {
  const user = await aUser(server.deps.db);
  const socket = await openSocket(server, user);
  const clientId = randomUUID();
  say(socket, user.id, 'First', clientId);
  await socket.next('stored');
  say(socket, user.id, 'Second', clientId);
  expect(await socket.next('refused')).toMatchObject({ clientId });
  expect((await conversationRow(user.id)).last_seq).toBe(1);
  await socket.close();
});

test('simultaneous messages of both sides get consecutive places', async () => {
  const { deps } = server;
  const [user, admin] = [await aUser(deps.db), await anAdmin(deps.db)];
  const stored = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      aChatMessage(deps, { conversationId: user.id, sender: n % 2 ? admin : user, content: `Message ${n}` }),
    ),
  );
  expect(stored.map((message) => message.seq).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
});

test('a long conversation is read page by page from its end, each page oldest first', async () => {
  const { deps } = server;
  const user = await aUser(deps.db);
  for (let n = 1; n <= 5; n++)
    await aChatMessage(deps, { conversationId: user.id, sender: user, content: `Message ${n}` });
  const client = await server.as(user);
  const newest = await client.call('listChatMessages', { query: { limit: 3 } });
  expect(newest.body.map((message) => message.seq)).toEqual([3, 4, 5]);
  const [, next = ''] = /<([^>]+)>/.exec(newest.headers.get('link') ?? '') ?? [];
  const before = await client.raw('GET', next);
  expect((await before.json()).map((message: { seq: number }) => message.seq)).toEqual([1, 2]);
  expect(before.headers.get('link')).toBeNull();
  expect((await client.call('listChatMessages', { query: { cursor: 'x' } })).body.code).toBe('invalid_input');
});

test('the team’s messages are unread until seen, and never become unread again', async () => {
  const { deps } = server;
  const [user, admin] = [await aUser(deps.db), await anAdmin(deps.db)];
  const first = await aChatMessage(deps, { conversationId: user.id, sender: admin });
  const second = await aChatMessage(deps, { conversationId: user.id, sender: admin });
  const client = await server.as(user);
  const see = (messageId: string) => client.call('seeChat', { body: { messageId } });
  expect((await client.call('readChat')).body.unread).toBe(2);
  expect((await see(first.id)).body.unread).toBe(1);
  expect((await see(second.id)).body.unread).toBe(0);
  expect((await see(first.id)).body.unread).toBe(0);
});

test('another conversation’s message cannot be marked as seen', async () => {
  const { deps } = server;
  const [user, other] = [await aUser(deps.db), await aUser(deps.db)];
  const message = await aChatMessage(deps, { conversationId: other.id, sender: other });
  const client = await server.as(user);
  const answer = await client.call('seeChat', { body: { messageId: message.id } });
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  const signedOut = [
    await server.anyone.call('readChat'),
    await server.anyone.call('listChatMessages'),
    await server.anyone.call('seeChat', { body: { messageId: message.id } }),
  ];
  expect(signedOut.map((a) => a.status)).toEqual([401, 401, 401]);
});

test('a device receives only its own writer’s ids', async () => {
  const { deps } = server;
  const [user, admin] = [await aUser(deps.db), await anAdmin(deps.db)];
  const [theirs, teams] = [await openSocket(server, user), await openSocket(server, admin)];
  teams.send({ type: 'join', data: { userId: admin.id, isSupport: true, conversationId: user.id } });
  theirs.send({ type: 'join', data: { userId: user.id, isSupport: false } });
  await Promise.all([teams.next('presence'), theirs.next('presence')]);
  const clientId = randomUUID();
  say(theirs, user.id, 'Mine', clientId);
  expect((await theirs.next('message')).clientId).toBe(clientId);
  expect((await teams.next('message')).clientId).toBeNull();
  await Promise.all([theirs.close(), teams.close()]);
});

test('support without a conversation, or with an unknown one, is told so and stays connected', async () => {
  const admin = await anAdmin(server.deps.db);
  const socket = await openSocket(server, admin);
  const clientId = randomUUID();
  const data = { userId: admin.id, isSupport: true, content: 'To whom?', clientId };
  socket.send({ type: 'message', data });
  expect(await socket.next('refused')).toMatchObject({ clientId });
  socket.send({ type: 'message', data: { ...data, conversationId: randomUUID() } });
  expect(await socket.next('refused')).toMatchObject({ clientId });
  await socket.close();
});

test('an administrator may write to support like anybody else', async () => {
  const admin = await anAdmin(server.deps.db);
  const socket = await openSocket(server, admin);
  say(socket, admin.id, 'My own gutter leaks');
  expect(await socket.next('stored')).toMatchObject({ conversationId: admin.id, isSupport: false });
  await socket.close();
});
