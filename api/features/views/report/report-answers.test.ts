import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Responses } from '../../../contract/schemas/report.ts';
import { personOf } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { payWithCard } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { UserTable } from '../../records/account/account.table.ts';
import { storeChatMessage } from '../../records/chat/chat.service.ts';

/** November in Sydney: 13:00 on 31 October until 13:00 on 30 November, in UTC. */
const first = '2026-10-31T13:00:00.000Z';
const last = '2026-11-30T12:59:59.999Z';
const before = '2026-10-31T12:59:59.999Z';
const after = '2026-11-30T13:00:00.000Z';

let server: TestServer;
let db: Db;
let robin: UserTable;
let team: Client;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  await seedCatalogue(db);
  robin = await anAdmin(db);
  team = await server.as(robin);
});
beforeEach(async () => {
  await db.deleteFrom('request_answers').execute();
  await db.deleteFrom('chat_answers').execute();
});
afterAll(() => server.close());

const responses = async (kind: 'requests' | 'chats', month = '2026-11'): Promise<Responses> =>
  (await team.call('readReport', { query: { month } })).body.responses[kind];

const pass = (minutes: number) => server.clock.advance({ minutes });
/** Makes a request at a time, and lets this many minutes pass. */
async function requestAt(at: string, minutes: number) {
  server.clock.set(at);
  const request = await aRequest(server, { fields: { scheduledDate: '2027-02-01T22:30:00.000Z' } });
  pass(minutes);
  const { params } = request;
  return {
    ...request,
    sets: (status: 'cancelled' | 'scheduled' | 'pending') =>
      request.team.call('setBookingStatus', { params, body: { status } }),
    callsOff: () => request.client.call('cancelBooking', { params, body: { outcome: 'free' } }),
  };
}

test('a request waits until its first quote, or until it is declined or taken on without one', async () => {
  const quoted = await requestAt(first, 90);
  await quoted.quoted();
  const declined = await requestAt(last, 121);
  await declined.sets('cancelled');
  const takenOn = await requestAt('2026-11-10T01:00:00.000Z', 20);
  await takenOn.sets('scheduled');
  await requestAt('2026-11-10T01:00:00.000Z', 5);
  await (await requestAt(before, 1)).quoted();
  await (await requestAt(after, 1)).sets('cancelled');
  expect(await responses('requests')).toEqual({
    asked: 4,
    answered: 3,
    medianMinutes: 90,
    waits: [1, 1, 1, 0, 0],
  });
  expect(await responses('requests', '2026-10')).toMatchObject({ asked: 1, answered: 1 });
  expect(await responses('requests', '2026-12')).toMatchObject({ asked: 1, medianMinutes: 1 });
  expect((await declined.request('settled'))?.answeredAt).toBe('2026-11-30T15:00:59.999Z');
});

test('a request’s first answer stays, whatever is quoted, withdrawn, declined or reopened after it', async () => {
  const request = await requestAt(first, 30);
  await request.quoted();
  pass(60);
  await request.withdraw();
  pass(60);
  await request.decline(await request.quoted());
  pass(60);
  for (const status of ['cancelled', 'pending'] as const) await request.sets(status);
  expect(await responses('requests')).toMatchObject({ asked: 1, medianMinutes: 30 });
});

test('a request cancelled unanswered by its customer has no wait, until the team reopens it', async () => {
  const request = await requestAt(first, 30);
  await request.callsOff();
  expect(await responses('requests')).toMatchObject({ asked: 0, answered: 0 });
  await request.sets('pending');
  expect(await responses('requests')).toMatchObject({ asked: 1, answered: 0 });
  pass(60);
  await request.quoted();
  expect(await responses('requests')).toMatchObject({ asked: 1, answered: 1, medianMinutes: 90 });
  const answered = await requestAt(first, 10);
  await answered.quoted();
  await answered.callsOff();
  expect(await responses('requests')).toMatchObject({ asked: 2, answered: 2, medianMinutes: 50 });
});

test('a payment for an accepted quote is revenue of quotes, in the month of the payment', async () => {
  const request = await requestAt(last, 30);
  const clientSecret = (await request.accept(await request.quoted())).body.clientSecret ?? '';
  await payWithCard(server, clientSecret);
  await request.confirm(clientSecret);
  const revenue = async (month: string) =>
    (await team.call('readReport', { query: { month } })).body.revenue.slice(1);
  const none = { payments: 0, paidCents: 0, refundedCents: 0 };
  expect(await revenue('2026-11')).toEqual([
    { source: 'one_time', ...none },
    { source: 'quotes', ...none },
  ]);
  expect(await revenue('2026-12')).toEqual([
    { source: 'one_time', ...none },
    { source: 'quotes', payments: 1, paidCents: 24_000, refundedCents: 0 },
  ]);
});

/** A customer’s conversation, each message at its own time. */
async function aConversation() {
  const user = await aUser(db);
  const write = (sender: UserTable) => (at: string, minutes: number) => {
    server.clock.set(at);
    pass(minutes);
    return aChatMessage(server.deps, { conversationId: user.id, sender });
  };
  const set = async (status: 'open' | 'closed') => {
    const params = { id: user.id };
    const { body } = await team.call('listConversationMessages', { params, query: {} });
    const lastSeenId = body.at(-1)?.id;
    expect((await team.call('changeConversation', { params, body: { status, lastSeenId } })).status).toBe(
      200,
    );
  };
  return { asks: write(user), answers: write(robin), set };
}

test('each unanswered message in the live chat begins a wait', async () => {
  const one = await aConversation();
  // A message from the team without a question answers nobody.
  await one.answers(first, 0);
  await one.asks(first, 0);
  await one.asks(first, 5);
  await one.answers(first, 10);
  await one.answers(first, 11);
  await one.asks(first, 60);
  await one.answers(first, 60 + 200);
  await one.asks(last, 0);
  const other = await aConversation();
  await other.asks(before, 0);
  await other.answers(before, 3);
  await other.asks(after, 0);
  expect(await responses('chats')).toEqual({
    asked: 3,
    answered: 2,
    medianMinutes: 105,
    waits: [1, 0, 1, 0, 0],
  });
  await one.answers(last, 31);
  expect(await responses('chats')).toEqual({
    asked: 3,
    answered: 3,
    medianMinutes: 31,
    waits: [1, 1, 1, 0, 0],
  });
  expect(await responses('chats', '2026-10')).toMatchObject({ asked: 1, answered: 1, medianMinutes: 3 });
  expect(await responses('chats', '2026-12')).toMatchObject({ asked: 1, answered: 0, medianMinutes: null });
});

test('a conversation closed unanswered has no wait, and a new one begins with the next message', async () => {
  const { asks, answers, set } = await aConversation();
  await asks(first, 0);
  await set('closed');
  expect(await responses('chats')).toMatchObject({ asked: 0 });
  await asks(first, 600);
  await answers(first, 610);
  expect(await responses('chats')).toMatchObject({ asked: 1, medianMinutes: 10 });
});

test('a reopened conversation waits since its true beginning', async () => {
  const { asks, answers, set } = await aConversation();
  await asks(first, 0);
  await asks(first, 1);
  await set('closed');
  await set('open');
  expect(await responses('chats')).toMatchObject({ asked: 1, answered: 0 });
  await answers(first, 40);
  expect(await responses('chats')).toMatchObject({ asked: 1, medianMinutes: 40 });
  await set('closed');
  await set('open');
  expect(await responses('chats')).toMatchObject({ asked: 1, answered: 1 });
});

test('a chat message sent twice begins one wait', async () => {
  const user = await aUser(db);
  server.clock.set(first);
  const send = () =>
    storeChatMessage(server.deps, personOf(user.id, null), {
      conversationId: user.id,
      isSupport: false,
      content: 'Hello',
      clientId: 'once',
    });
  await send();
  pass(5);
  await send();
  expect(await responses('chats')).toMatchObject({ asked: 1, answered: 0 });
});
