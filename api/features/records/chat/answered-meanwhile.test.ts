import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
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
  customer = await aUser(server.deps.db);
  robin = await anAdmin(server.deps.db, { first_name: 'Robin', last_name: 'Lee' });
  sam = await anAdmin(server.deps.db, { first_name: 'Sam', last_name: 'Ho' });
});

const from = (sender: UserTable, content = 'Where is my key?') =>
  aChatMessage(server.deps, { conversationId: customer.id, sender, content });
const stored = async () => {
  const rows = await server.deps.db
    .selectFrom('chat_messages')
    .select('content')
    .where('conversation_id', '=', customer.id)
    .orderBy('seq')
    .execute();
  return rows.map(({ content }) => content);
};
/** Robin’s socket, which answers the customer. */
async function robinsTablet() {
  const socket = await openSocket(server, robin);
  return {
    answer: (content: string, more: { lastSeenId?: string | null; clientId?: string } = {}) =>
      socket.send({
        type: 'message',
        data: { userId: robin.id, isSupport: true, conversationId: customer.id, content, ...more },
      }),
    stored: () => socket.next('stored'),
    refused: () => socket.next('refused'),
    close: () => socket.close(),
  };
}

test('an answer after a colleague’s unseen one is refused with their name, and nothing is stored', async () => {
  const { id: lastSeenId } = await from(customer);
  await from(sam, 'With the neighbour.');
  await from(customer, 'Thanks!');
  const before = await server.deps.db.selectFrom('audit_acts').select('id').execute();
  const tablet = await robinsTablet();
  const clientId = randomUUID();
  tablet.answer('In the box.', { lastSeenId, clientId });
  expect(await tablet.refused()).toEqual({
    clientId,
    reason: 'Sam Ho answered meanwhile. Please read it first.',
  });
  expect(await stored()).toEqual(['Where is my key?', 'With the neighbour.', 'Thanks!']);
  const client = await server.as(customer);
  expect((await client.call('readChat')).body).toMatchObject({ unread: 1, lastSeq: 3 });
  expect(await server.deps.db.selectFrom('audit_acts').select('id').execute()).toHaveLength(before.length);
  await tablet.close();
});

test('the same message is accepted under the same id once its writer has seen that answer', async () => {
  const { id: before } = await from(customer);
  const { id: after } = await from(sam, 'With the neighbour.');
  const tablet = await robinsTablet();
  const clientId = randomUUID();
  tablet.answer('In the box.', { lastSeenId: before, clientId });
  await tablet.refused();
  tablet.answer('In the box.', { lastSeenId: after, clientId });
  expect(await tablet.stored()).toMatchObject({ clientId, seq: 3 });
  await tablet.close();
});

test('a writer who had seen nothing is told of any colleague’s answer; an empty conversation has none', async () => {
  const tablet = await robinsTablet();
  tablet.answer('Hello', { lastSeenId: null });
  expect(await tablet.stored()).toMatchObject({ seq: 1 });
  await from(sam, 'Hello from me, too');
  tablet.answer('Are you there?', { lastSeenId: null });
  expect((await tablet.refused()).reason).toMatch(/^Sam Ho answered meanwhile/);
  await tablet.close();
});

test('a writer’s own earlier answers and the customer’s new messages refuse no answer', async () => {
  const { id: lastSeenId } = await from(customer);
  const tablet = await robinsTablet();
  tablet.answer('It is in', { lastSeenId });
  await tablet.stored();
  await from(customer, 'Yes?');
  tablet.answer('the box.', { lastSeenId });
  expect(await tablet.stored()).toMatchObject({ content: 'the box.', seq: 4 });
  await tablet.close();
});

test('an app that does not send the last seen message can answer as before', async () => {
  await from(customer);
  await from(sam, 'With the neighbour.');
  const tablet = await robinsTablet();
  tablet.answer('In the box.');
  expect(await tablet.stored()).toMatchObject({ content: 'In the box.', seq: 3 });
  await tablet.close();
});

test('a stored answer is not refused when sent again, whoever has answered since', async () => {
  const { id: lastSeenId } = await from(customer);
  const tablet = await robinsTablet();
  const clientId = randomUUID();
  tablet.answer('In the box.', { lastSeenId, clientId });
  const first = await tablet.stored();
  await from(sam, 'With the neighbour.');
  tablet.answer('In the box.', { lastSeenId, clientId });
  expect(await tablet.stored()).toEqual(first);
  expect(await stored()).toEqual(['Where is my key?', 'In the box.', 'With the neighbour.']);
  await tablet.close();
});

test('one of two simultaneous answers is stored, and the other’s writer is told', async () => {
  const { id: lastSeenId } = await from(customer);
  const sockets = await Promise.all([openSocket(server, robin), openSocket(server, sam)]);
  for (const [at, { id: userId }] of [robin, sam].entries()) {
    const data = { userId, isSupport: true, conversationId: customer.id, content: 'Hi', lastSeenId };
    sockets[at]?.send({ type: 'message', data });
  }
  const outcomes = () => sockets.flatMap((socket) => [...socket.all('stored'), ...socket.all('refused')]);
  await expect.poll(() => outcomes().length).toBe(2);
  expect(sockets.flatMap((socket) => socket.all('refused'))).toHaveLength(1);
  expect(await stored()).toEqual(['Where is my key?', 'Hi']);
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('a customer’s message is accepted whatever the team has written', async () => {
  const { id: lastSeenId } = await from(customer);
  await from(sam, 'With the neighbour.');
  const socket = await openSocket(server, customer);
  const data = { userId: customer.id, isSupport: false, content: 'Hello?', lastSeenId };
  socket.send({ type: 'message', data });
  expect(await socket.next('stored')).toMatchObject({ content: 'Hello?', seq: 3 });
  await socket.close();
});
