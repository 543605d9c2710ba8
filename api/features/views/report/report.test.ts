import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Report } from '../../../contract/schemas/report.ts';
import { monthBounds } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import {
  aBooking,
  aCategory,
  aMessage,
  anAdmin,
  aPayment,
  aService,
  aSubscription,
  aUser,
} from '../../../testing/builders/builders.ts';
import { anInvoice } from '../../../testing/builders/invoices.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

/** November in Sydney: 13:00 on 31 October until 13:00 on 30 November, in UTC. */
const first = '2026-10-31T13:00:00.000Z';
const last = '2026-11-30T12:59:59.999Z';
const before = '2026-10-31T12:59:59.999Z';
const after = '2026-11-30T13:00:00.000Z';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  ({ server, db, admin } = await startOffice());
});
beforeEach(async () => {
  server.clock.set('2026-12-20T00:00:00.000Z');
  for (const table of ['hour_entries', 'hour_grants', 'invoices', 'payments'] as const) {
    if (table === 'payments') await db.updateTable('bookings').set({ payment_id: null }).execute();
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('thread_answers').execute();
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('bookings').execute();
});
afterAll(() => server.close());

const report = async (month = '2026-11'): Promise<Report> =>
  (await admin.call('readReport', { query: { month } })).body;

test('a month is that of the business’s calendar, also across a change of clocks', () => {
  expect(monthBounds('2026-11', 'Australia/Sydney')).toEqual({ from: first, to: after });
  // Clocks go forward on 4 October: an hour shorter than 31 days.
  expect(monthBounds('2026-10', 'Australia/Sydney')).toEqual({
    from: '2026-09-30T14:00:00.000Z',
    to: '2026-10-31T13:00:00.000Z',
  });
  expect(monthBounds('2026-12', 'Asia/Kolkata')).toEqual({
    from: '2026-11-30T18:30:00.000Z',
    to: '2026-12-31T18:30:00.000Z',
  });
});

test('a month without events is a report of zeros', async () => {
  const empty = await report('2031-02');
  expect(empty).toMatchObject({
    month: '2031-02',
    revenue: [
      { source: 'plans', payments: 0, paidCents: 0, refundedCents: 0 },
      { source: 'one_time', payments: 0, paidCents: 0, refundedCents: 0 },
      { source: 'quotes', payments: 0, paidCents: 0, refundedCents: 0 },
    ],
    hours: { granted: 0, given: 0, used: 0, expired: 0, withdrawn: 0, overage: 0 },
    ratings: { average: null, stars: [0, 0, 0, 0, 0] },
  });
  for (const kind of ['threads', 'requests', 'chats'] as const)
    expect(empty.responses[kind], kind).toEqual({
      asked: 0,
      answered: 0,
      medianMinutes: null,
      waits: [0, 0, 0, 0, 0],
    });
  expect(empty.bookings.byStatus.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0]);
});

test('revenue is the month’s payments by source, with their refunds', async () => {
  const user = await aUser(db);
  const plan = await aSubscription(db, { user_id: user.id });
  const { id: service_id } = await aService(db);
  // Begun in the month before.
  const begun = { user_id: user.id, created_at: '2026-10-01T00:00:00.000Z' };
  const invoice = (paid_at: string | null, given = {}) =>
    anInvoice(db, { ...begun, subscription_id: plan.id, paid_at, ...given });
  const payment = (paid_at: string | null, given = {}) =>
    aPayment(db, { ...begun, service_id, paid_at, ...given });
  for (const at of [before, first, last, after]) {
    await invoice(at);
    await payment(at);
  }
  await invoice(first, { refunded_cents: 40_099 });
  for (const status of ['open', 'void'])
    await invoice(null, { status, amount_paid_cents: 0, created_at: first });
  await payment(last, { status: 'refunded', refunded_cents: 18_900 });
  await payment(null, { status: 'awaiting' });
  const quote_id = await aQuote(await aBooking(db, { user_id: user.id, payment_type: 'custom_quote' }));
  for (const at of [before, first, last, after]) await payment(at, { quote_id, amount_cents: 24_050 });
  await payment(last, { quote_id, amount_cents: 100_000, refunded_cents: 33_333 });
  await payment(first, { quote_id, amount_cents: 50_000, refunded_cents: 50_000, status: 'refunded' });
  await payment(null, { quote_id, amount_cents: 70_000, status: 'canceled' });
  expect((await report()).revenue).toEqual([
    { source: 'plans', payments: 3, paidCents: 420_297, refundedCents: 40_099 },
    { source: 'one_time', payments: 3, paidCents: 56_700, refundedCents: 18_900 },
    { source: 'quotes', payments: 4, paidCents: 198_100, refundedCents: 83_333 },
  ]);
});

/** The team’s answer to a custom request. @returns its id */
async function aQuote({ id, created_at }: { id: string; created_at: string }): Promise<string> {
  const quote = randomUUID();
  await db
    .insertInto('quotes')
    .values({
      id: quote,
      booking_id: id,
      kind: 'price',
      is_slot: 0,
      window_minutes: null,
      amount_cents: 24_050,
      status: 'accepted',
      expires_at: after,
      created_by: (await anAdmin(db)).id,
      created_at,
    })
    .execute();
  return quote;
}

test('bookings count by status and by category in the month of their time', async () => {
  const garden = await aCategory(db, { name: 'Outdoor Services', position: -1 });
  const mowing = await aService(db, { category_id: garden.id });
  const raking = await aService(db, { category_id: garden.id, active: 0 });
  const at = (
    scheduled_date: string | null,
    service_id: string,
    status: 'pending' | 'completed' = 'pending',
  ) => aBooking(db, { scheduled_date, service_id, status });
  for (const date of [before, first, last, after]) await at(date, mowing.id);
  await at(first, raking.id, 'completed');
  await at(null, mowing.id);
  const { bookings } = await report();
  expect(bookings.byCategory[0]).toMatchObject({ id: garden.id, name: 'Outdoor Services', count: 3 });
  expect(bookings.byStatus).toEqual([
    { status: 'pending', count: 2 },
    { status: 'scheduled', count: 0 },
    { status: 'in_progress', count: 0 },
    { status: 'completed', count: 1 },
    { status: 'cancelled', count: 0 },
  ]);
});

test('ratings count in the month in which they were given', async () => {
  const { id: service_id } = await aService(db);
  for (const [rating, reviewed_at] of [
    [5, first],
    [5, last],
    [2, first],
    [1, before],
    [1, after],
  ] as const)
    await aBooking(db, { service_id, status: 'completed', rating, reviewed_at });
  expect((await report()).ratings).toEqual({ average: 4, stars: [0, 1, 0, 0, 2] });
});

test('response times are those of the team’s first answer to a thread’s first question', async () => {
  const at = (iso: string, minutes = 0) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
  const write = (booking_id: string, sender_type: 'customer' | 'admin', created_at: string) =>
    aMessage(db, { booking_id, sender_type, created_at });
  const thread = async (askedAt: string, waits: number[], greeted = false) => {
    const { id } = await aBooking(db);
    // A message from the team without a question answers nobody.
    if (greeted) await write(id, 'admin', at(askedAt, -90));
    await write(id, 'customer', askedAt);
    await write(id, 'customer', at(askedAt, 1));
    for (const minutes of waits) await write(id, 'admin', at(askedAt, minutes));
    return id;
  };
  await thread(first, [30, 45]);
  await thread(last, [121], true);
  await thread(first, [9]);
  const open = await thread(first, []);
  await thread(before, [3]);
  expect((await report()).responses.threads).toEqual({
    asked: 4,
    answered: 3,
    medianMinutes: 30,
    waits: [2, 0, 1, 0, 0],
  });
  await write(open, 'admin', at(first, 3000));
  expect((await report()).responses.threads).toEqual({
    asked: 4,
    answered: 4,
    medianMinutes: 75.5,
    waits: [2, 0, 1, 0, 1],
  });
});

test('a message sent by call counts like a stored one', async () => {
  const { id, user_id } = await aBooking(db);
  const customer = await server.as(user_id);
  const send = (who: Client, message: string) =>
    who.call('sendMessage', { body: { bookingId: id, message } });
  await send(customer, 'When will you come?');
  server.clock.set('2026-12-20T00:20:00.000Z');
  await send(admin, 'At nine.');
  server.clock.set('2026-12-20T01:20:00.000Z');
  await send(customer, 'And is that certain?');
  await send(admin, 'It is.');
  expect((await report('2026-12')).responses.threads).toMatchObject({ asked: 1, medianMinutes: 20 });
});

test('a month must be named, and only administrators can read its report', async () => {
  const ask = (month: string, who = admin) => who.call('readReport', { query: { month } });
  for (const month of ['2026', '2026-13', '2026-1', 'november'])
    expect((await ask(month)).status, month).toBe(400);
  expect((await ask('2026-11', server.anyone)).status).toBe(401);
  expect((await ask('2026-11', await server.as(await aUser(db)))).status).toBe(403);
});
