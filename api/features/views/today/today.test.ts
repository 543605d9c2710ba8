import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Today } from '../../../contract/schemas/schedule.ts';
import type { Db } from '../../../db/database.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import {
  aBooking,
  aChatMessage,
  aMessage,
  aSubscription,
  aUser,
} from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  ({ server, db, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
  await seedCatalogue(db);
});
afterAll(() => server.close());

const at = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();
const today = async (client: Client = admin): Promise<Today> => (await client.call('readToday')).body;
const waitingFor = ({ waiting }: Today, ids: readonly string[]) =>
  waiting.filter(({ id }) => ids.includes(id)).map(({ kind, id }) => [kind, id]);

test('a booking stands once: under way, late, or to confirm, the oldest first', async () => {
  const open = { payment_type: 'one_time' as const };
  const [running, passed, older, newer, unpaid, late] = [
    await aBooking(db, { ...open, status: 'in_progress', scheduled_date: at(-90) }),
    await aBooking(db, { ...open, status: 'scheduled', scheduled_date: at(-20) }),
    await aBooking(db, { ...open, created_at: at(-300), scheduled_date: at(3_000) }),
    await aBooking(db, { ...open, created_at: at(-200), scheduled_date: null }),
    await aBooking(db, { unpaid_since: at(-60), scheduled_date: at(3_000) }),
    await aBooking(db, { ...open, created_at: at(-400), scheduled_date: at(-10) }),
  ];
  const day = await today();
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  expect(ids(day.inProgress)).toContain(running.id);
  expect(ids(day.late)).toEqual([late.id, passed.id]);
  expect(ids(day.toConfirm)).toEqual([older.id, newer.id]);
  expect(ids(day.toConfirm)).not.toContain(unpaid.id);
  expect(day.toConfirm[0]).toMatchObject({
    createdAt: at(-300),
    estimatedHours: 3,
    service: 'House cleaning',
  });
  expect(day.figures).toMatchObject({ totalBookings: 6, pendingReviews: 4 });
  expect(day.cut).toEqual([]);
});

test('a booking and its thread keep the name of the service as it was booked', async () => {
  const booking = await aBooking(db, {
    payment_type: 'one_time',
    service_name: 'Spring cleaning',
    created_at: at(-900),
    scheduled_date: at(9_000),
  });
  await aMessage(db, { booking_id: booking.id, created_at: at(-70), message: 'Is the key found?' });
  const { toConfirm, waiting } = await today();
  expect(toConfirm.find(({ id }) => id === booking.id)?.service).toBe('Spring cleaning');
  expect(waiting.find(({ id }) => id === booking.id)?.title).toBe('Spring cleaning');
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booking.id).execute();
});

test('people wait in the order of their waits, until the team answers', async () => {
  const user = await aUser(db);
  const thread = await aBooking(db, { user_id: user.id, status: 'scheduled', scheduled_date: at(9_000) });
  await aMessage(db, { booking_id: thread.id, created_at: at(-50), message: 'Is the\ngate code right?' });
  await aMessage(db, { booking_id: thread.id, created_at: at(-5), message: 'Hello?' });
  const chat = await aUser(db);
  await aChatMessage(server.deps, { conversationId: chat.id, sender: chat, content: 'My machine leaks' });
  server.clock.advance({ minutes: 6 });
  const { id: request } = await aRequest(server);
  const all = [thread.id, chat.id, request];
  const day = await today();
  expect(waitingFor(day, all)).toEqual([
    ['thread', thread.id],
    ['chat', chat.id],
    ['request', request],
  ]);
  const [first, second, third] = day.waiting.filter(({ id }) => all.includes(id));
  expect(first).toMatchObject({ words: 'Hello?', title: 'House cleaning', answerBy: null });
  expect(first?.since).toBe(at(-56));
  expect(second).toMatchObject({ words: 'My machine leaks', customer: { id: chat.id } });
  expect(third?.answerBy).toBe(new Date(Date.parse(third?.since ?? '') + 2 * 3_600_000).toISOString());

  await admin.call('sendMessage', { body: { bookingId: thread.id, message: 'Yes, it is.' } });
  expect(waitingFor(await today(), [thread.id])).toEqual([]);
  const theirs = await server.as(user);
  await theirs.call('sendMessage', { body: { bookingId: thread.id, message: 'Thanks, and the dog?' } });
  const again = (await today()).waiting.find(({ id }) => id === thread.id);
  expect(again).toMatchObject({ since: at(0), words: 'Thanks, and the dog?' });
});

test('a message that needs no answer waits no more, until the customer writes again', async () => {
  const user = await aUser(db);
  const { id } = await aBooking(db, { user_id: user.id, status: 'scheduled', scheduled_date: at(9_000) });
  const thanks = await aMessage(db, { booking_id: id, created_at: at(-50), message: 'Perfect, thank you.' });
  const waits = async () => (await today()).waiting.find((one) => one.id === id);
  const listed = async () =>
    (await admin.call('listAllBookings', { query: { customer: user.id } })).body[0]?.thread;
  const waive = (lastSeenId: string, by = admin) =>
    by.call('waiveAnswer', { params: { id }, body: { lastSeenId } });
  expect(await waits()).toMatchObject({ words: 'Perfect, thank you.', messageId: thanks.id });
  expect(await listed()).toMatchObject({ lastId: thanks.id, waitingSince: at(-50) });

  const theirs = await server.as(user);
  expect((await waive(thanks.id, theirs)).status).toBe(403);
  // Somebody who has not read the newest message decides about another one.
  const [unread] = [
    await aMessage(db, { booking_id: id, created_at: at(-40), message: 'But who locks up?' }),
  ];
  expect(await waive(thanks.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await waits()).toMatchObject({ words: 'But who locks up?' });

  const { status, body } = await waive(unread.id);
  expect([status, body.waitingSince, body.count]).toEqual([200, null, 2]);
  expect(await waits()).toBeUndefined();
  expect(await listed()).toMatchObject({ lastFrom: 'customer', waitingSince: null });
  // The wait is no wait of the report's either.
  const ofReport = db.selectFrom('thread_answers').select('asked_at').where('booking_id', '=', id);
  expect(await ofReport.execute()).toEqual([]);

  await theirs.call('sendMessage', { body: { bookingId: id, message: 'And the dog?' } });
  expect(await waits()).toMatchObject({ since: at(0), words: 'And the dog?' });
  await admin.call('sendMessage', { body: { bookingId: id, message: 'Is fine.' } });
  await theirs.call('sendMessage', { body: { bookingId: id, message: 'Great!' } });
  const great = await waits();
  await waive(great?.messageId ?? '');
  expect(await waits()).toBeUndefined();
  // The answered wait stays in the report.
  expect(await ofReport.execute()).toEqual([{ asked_at: at(0) }]);
});

test('disputes are for readers of money, chats for those who answer them', async () => {
  const { id: user_id } = await aUser(db);
  const { id: booking_id } = await aBooking(db, { user_id });
  const dispute = {
    id: randomUUID(),
    provider_id: 'dp_today',
    intent_id: 'pi_today',
    user_id,
    payment_id: null,
    booking_id,
    invoice_id: null,
    amount_cents: 18_900,
    reason: 'general',
    state: 'open' as const,
    answer_by: at(9_000),
    created_at: at(-9_000),
    updated_at: at(-9_000),
    closed_at: null,
  };
  await db.insertInto('disputes').values(dispute).execute();
  const won = { ...dispute, id: randomUUID(), provider_id: 'dp_won', state: 'won' as const };
  await db.insertInto('disputes').values(won).execute();
  const kinds = async (client: Client) => new Set((await today(client)).waiting.map(({ kind }) => kind));
  expect(await kinds(admin)).toContain('dispute');
  expect((await today()).waiting.map(({ id }) => id)).not.toContain(won.id);
  const dispatcher = await server.as(await aUser(db, { role_id: 'dispatcher' }));
  const theirs = await kinds(dispatcher);
  expect(theirs).toContain('request');
  expect(theirs).not.toContain('dispute');
  expect(theirs).not.toContain('chat');
});

test('a member whose plan has priority comes first, with a mark, however long others have waited', async () => {
  const plain = await aSubscription(db, { tier: 'basic' });
  const prior = await aSubscription(db, { tier: 'premium' });
  const open = {
    payment_type: 'one_time' as const,
    status: 'pending' as const,
    scheduled_date: at(20_000),
  };
  const [early, late] = [
    await aBooking(db, { ...open, user_id: plain.user_id, created_at: at(-5_000) }),
    await aBooking(db, { ...open, user_id: prior.user_id, created_at: at(-10) }),
  ];
  for (const { id: booking_id, created_at } of [early, late])
    await aMessage(db, { booking_id, created_at, message: 'Is somebody there?' });
  const ids = [early.id, late.id];
  const day = await today();
  expect(waitingFor(day, ids)).toEqual([
    ['thread', late.id],
    ['thread', early.id],
  ]);
  expect(
    day.toConfirm.filter(({ id }) => ids.includes(id)).map(({ id, hasPriority }) => [id, hasPriority]),
  ).toEqual([
    [late.id, true],
    [early.id, false],
  ]);
});

test('a list is cut after thirty rows and says so', async () => {
  const user = await aUser(db);
  for (let n = 0; n < 32; n += 1)
    await aBooking(db, { user_id: user.id, payment_type: 'one_time', scheduled_date: at(5_000 + n) });
  const { toConfirm, cut } = await today();
  expect([toConfirm.length, cut]).toEqual([30, ['toConfirm']]);
});

test('a customer and a visitor are refused', async () => {
  const customer = await server.as(await aUser(db));
  expect((await customer.call('readToday')).status).toBe(403);
  expect((await server.anyone.call('readToday')).status).toBe(401);
});
