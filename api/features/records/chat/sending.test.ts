import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openSocket } from '../../../testing/servers/socket.ts';
import type { UserTable } from '../account/account.table.ts';

let server: TestServer;
let customer: UserTable;
let robin: UserTable;
let sam: UserTable;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await aUser(server.deps.db, { first_name: 'Kim', last_name: 'Tran' });
  robin = await anAdmin(server.deps.db, { first_name: 'Robin', last_name: 'Lee' });
  sam = await anAdmin(server.deps.db, { first_name: 'Sam', last_name: 'Ho' });
});

type Options = { key?: string; lastSeenId?: string | null };
const send = (client: Client, content: unknown, isSupport = false, { key, ...more }: Options = {}) =>
  client.call('sendChatMessage', {
    body: { conversationId: customer.id, isSupport, content, ...more },
    ...(key && { idempotencyKey: key }),
  });
const stored = (conversationId = customer.id) =>
  server.deps.db
    .selectFrom('chat_messages')
    .select(['seq', 'content'])
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .execute();

test('a customer’s first message begins the conversation, trimmed, and reaches the open sockets of both sides', async () => {
  const [theirs, teams] = [await openSocket(server, customer), await openSocket(server, robin)];
  theirs.send({ type: 'join', data: { userId: customer.id, isSupport: false } });
  teams.send({ type: 'join', data: { userId: robin.id, isSupport: true, conversationId: customer.id } });
  await Promise.all([theirs.next('joined'), teams.next('joined')]);
  const client = await server.as(customer);
  const key = randomUUID();
  const { status, body } = await send(client, '  Is anyone there?\n', false, { key });
  expect([status, body]).toMatchObject([
    200,
    { conversationId: customer.id, seq: 1, content: 'Is anyone there?', sender: 'Kim Tran', clientId: key },
  ]);
  expect(await theirs.next('message')).toEqual(body);
  expect(await teams.next('message')).toEqual({ ...body, clientId: null });
  expect((await client.call('listChatMessages')).body).toEqual([body]);
  await Promise.all([theirs.close(), teams.close()]);
});

test('fifty simultaneous copies by calls and over a socket store one message, and each gets it as the answer', async () => {
  const client = await server.as(customer);
  const socket = await openSocket(server, customer);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => {
      const data = { userId: customer.id, isSupport: false, content: 'Once and for all', clientId: key };
      socket.send({ type: 'message', data });
      return send(client, 'Once and for all', false, { key });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
  const [first] = answers;
  for (const { body } of answers) expect(body).toEqual(first?.body);
  for (let n = 0; n < 25; n++) expect(await socket.next('stored')).toEqual(first?.body);
  expect(await stored()).toEqual([{ seq: 1, content: 'Once and for all' }]);
  expect((await send(client, 'Something else', false, { key })).body.code).toBe('key_reused');
  await socket.close();
});

test('an answer of the team is told to the customer and logged; a repeat is neither again', async () => {
  const client = await server.as(robin);
  const key = randomUUID();
  const first = await send(client, 'Ten minutes.', true, { key });
  expect(first.body).toMatchObject({ isSupport: true, sender: 'Robin Lee', seq: 1 });
  expect((await send(client, 'Ten minutes.', true, { key })).body).toEqual(first.body);
  expect((await (await server.as(customer)).call('readChat')).body).toMatchObject({ unread: 1, lastSeq: 1 });
  const acts = await server.deps.db
    .selectFrom('audit_acts')
    .select(['act', 'actor_id'])
    .where('user_id', '=', customer.id)
    .execute();
  expect(acts).toEqual([{ act: 'chat_message_sent', actor_id: robin.id }]);
});

test('an answer after a colleague’s unseen one is refused with their name, and accepted under the same id once that was seen', async () => {
  const say = (sender: UserTable, content: string) =>
    aChatMessage(server.deps, { conversationId: customer.id, sender, content });
  const { id: before } = await say(customer, 'Where is my key?');
  const { id: after } = await say(sam, 'With the neighbour.');
  const client = await server.as(robin);
  const key = randomUUID();
  const refused = await send(client, 'In the box.', true, { key, lastSeenId: before });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'conflict', message: 'Sam Ho answered meanwhile. Please read it first.' },
  ]);
  expect(await stored()).toHaveLength(2);
  const sent = await send(client, 'In the box.', true, { key, lastSeenId: after });
  expect([sent.status, sent.body.seq]).toEqual([200, 3]);
  await say(sam, 'Or so I thought.');
  expect((await send(client, 'In the box.', true, { key, lastSeenId: before })).body).toEqual(sent.body);
});

test('one of two simultaneous answers by two administrators is stored, and the other’s writer is told', async () => {
  const clients = [await server.as(robin), await server.as(sam)];
  const answers = await Promise.all(
    clients.map((client) => send(client, 'Hello', true, { key: randomUUID(), lastSeenId: null })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stored()).toEqual([{ seq: 1, content: 'Hello' }]);
});

test('nobody writes for another person or in another’s conversation, and nothing is stored', async () => {
  const stranger = await server.as(await aUser(server.deps.db));
  const former = await server.as(robin);
  await server.deps.db.updateTable('users').set({ role_id: null }).where('id', '=', robin.id).execute();
  const body = { conversationId: customer.id, isSupport: false, content: 'Let me in' };
  const mine = await server.as(customer);
  const asAnother = mine.call('sendChatMessage', { body, headers: { 'hearthkeep-person': sam.id } });
  const answers = [
    await send(server.anyone, 'Let me in'),
    await asAnother,
    await send(mine, 'Let me in', true),
    await send(former, 'Let me in', true),
    await send(stranger, 'Let me in'),
    await send(await server.as(sam), 'Let me in'),
  ];
  expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual([
    ...Array(2).fill([401, 'unauthorized']),
    ...Array(2).fill([403, 'forbidden']),
    ...Array(2).fill([404, 'not_found']),
  ]);
  const toNobody = { conversationId: randomUUID(), isSupport: true, content: 'Hello?' };
  const unknown = await (await server.as(sam)).call('sendChatMessage', { body: toNobody });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect(await stored()).toEqual([]);
});

test('an administrator may write to support like anybody else', async () => {
  const body = { conversationId: robin.id, isSupport: false, content: 'My own gutter leaks' };
  const answer = await (await server.as(robin)).call('sendChatMessage', { body });
  expect(answer.body).toMatchObject({ conversationId: robin.id, isSupport: false });
});

test('a message without words, or with too many, is refused with a reason for its writer', async () => {
  const client = await server.as(customer);
  for (const [content, reason] of [
    ['  \u200b ', 'Please write a message'],
    ['x'.repeat(4001), 'Please keep a message under 4000 characters'],
  ])
    expect((await send(client, content)).body).toMatchObject({ code: 'invalid_input', message: reason });
  expect(await stored()).toEqual([]);
});

test('messages by calls and over a socket have one limit in a minute', async () => {
  const strict = await startTestServer({ beside: server, rates: { chatMessagesPerPerson: 2 } });
  const client = await strict.as(customer);
  const socket = await openSocket(strict, customer);
  socket.send({ type: 'message', data: { userId: customer.id, isSupport: false, content: 'One' } });
  await socket.next('stored');
  expect((await send(client, 'Two')).status).toBe(200);
  const third = await send(client, 'Three');
  expect([third.status, third.body]).toMatchObject([
    429,
    { message: 'Too many messages. Please wait a moment.' },
  ]);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  await socket.close();
  await strict.close();
});

test('messages count towards what their writer may store in a day, a repeat once', async () => {
  const full = await startTestServer({ beside: server, rates: { storedBytesPerPerson: 1000 } });
  const there = await full.as(customer);
  const key = randomUUID();
  const first = await send(there, 'Four', false, { key });
  expect(first.status).toBe(200);
  expect((await send(there, 'Five')).status).toBe(429);
  expect((await send(there, 'Four', false, { key })).body, 'a repeat').toEqual(first.body);
  await full.close();
});
