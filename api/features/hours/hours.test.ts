import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { aBooking, aUser } from '../../testing/builders.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { grantForInvoice, readBalance, settleBooking } from './hours.service.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

const october = { periodStart: '2026-10-05T00:00:00.000Z', periodEnd: '2026-11-05T00:00:00.000Z' };
const november = { periodStart: '2026-11-05T00:00:00.000Z', periodEnd: '2026-12-05T00:00:00.000Z' };

async function grant(
  userId: string,
  period: typeof october,
  minutes = 720,
  invoiceId = `in_${randomUUID()}`,
) {
  const input = { userId, invoiceId, tier: 'standard' as const, minutes, now: period.periodStart };
  await db
    .transaction()
    .execute((tx) => grantForInvoice(tx, { ...input, ...period, timeZone: 'Australia/Sydney' }));
  return invoiceId;
}

const settle = (userId: string, bookingId: string, minutes: number, usedAt: string, now = usedAt) =>
  db.transaction().execute((tx) => settleBooking(tx, { userId, bookingId, minutes, usedAt, now }));

const balance = async (userId: string, now: string) => {
  const { usedThisPeriodMinutes, remainingMinutes } = await readBalance(db, userId, now);
  return [usedThisPeriodMinutes, remainingMinutes];
};

async function aMemberWithABooking() {
  const { id: userId } = await aUser(db);
  const { id: bookingId } = await aBooking(db, { user_id: userId });
  return { userId, bookingId };
}

test('an invoice grants its hours once, also when twenty ask at the same time', async () => {
  const { id: userId } = await aUser(db);
  const invoiceId = `in_${randomUUID()}`;
  await Promise.all(Array.from({ length: 20 }, () => grant(userId, november, 720, invoiceId)));
  expect(await balance(userId, '2026-11-10T00:00:00.000Z')).toEqual([0, 720]);
});

test('a grant serves its own month and three more by the calendar of the business, then no longer', async () => {
  const { id: userId } = await aUser(db);
  // Half past midnight on 31 January in Sydney; in UTC it is still the 30th.
  await grant(userId, { periodStart: '2025-12-30T13:30:00.000Z', periodEnd: '2026-01-30T13:30:00.000Z' });
  const row = await db
    .selectFrom('hour_grants')
    .select('expires_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  // Half past midnight on 30 April in Sydney, when summer time has ended.
  expect(row.expires_at).toBe('2026-04-29T14:30:00.000Z');
  expect(await balance(userId, '2026-04-29T14:29:59.999Z')).toEqual([0, 720]);
  expect(await balance(userId, '2026-04-29T14:30:00.000Z')).toEqual([0, 0]);
  expect(await balance(userId, '2025-12-30T13:29:59.999Z')).toEqual([0, 0]);
});

test('minutes are used from the grant that expires first, and past the balance as overage', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  await grant(userId, november, 300);
  await grant(userId, october, 120);
  await settle(userId, bookingId, 500, '2026-11-10T00:00:00.000Z');
  const entries = await db
    .selectFrom('hour_entries as e')
    .leftJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .select(['e.kind', 'e.minutes', 'g.period_start'])
    .where('e.booking_id', '=', bookingId)
    .execute();
  expect(entries.sort((a, b) => b.minutes - a.minutes)).toEqual([
    { kind: 'overage', minutes: -80, period_start: null },
    { kind: 'use', minutes: -120, period_start: october.periodStart },
    { kind: 'use', minutes: -300, period_start: november.periodStart },
  ]);
  expect(await balance(userId, '2026-11-11T00:00:00.000Z')).toEqual([500, 0]);
});

test('taking a booking back gives every grant exactly what it took from it', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  await grant(userId, october, 120);
  await grant(userId, november, 300);
  await settle(userId, bookingId, 200, '2026-11-10T00:00:00.000Z');
  expect(await balance(userId, '2026-11-10T00:00:00.000Z')).toEqual([200, 220]);
  await settle(userId, bookingId, 0, '2026-11-12T00:00:00.000Z');
  expect(await balance(userId, '2026-11-12T00:00:00.000Z')).toEqual([0, 420]);
});

test('settling the same minutes again adds nothing to the ledger', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  await grant(userId, november, 300);
  const count = () =>
    db
      .selectFrom('hour_entries')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
      .then((r) => r.length);
  await settle(userId, bookingId, 90, '2026-11-10T00:00:00.000Z');
  const after = await count();
  await settle(userId, bookingId, 90, '2026-11-10T00:00:00.000Z', '2026-11-13T00:00:00.000Z');
  expect(await count()).toBe(after);
});

test('a correction next month stays in the month of the work and may use what has expired since', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  const spring = { periodStart: '2026-06-05T00:00:00.000Z', periodEnd: '2026-07-05T00:00:00.000Z' };
  await grant(userId, spring, 100);
  await grant(
    userId,
    { periodStart: '2026-10-06T00:00:00.000Z', periodEnd: '2026-11-06T00:00:00.000Z' },
    100,
  );
  // The grant of June serves until 5 October; the work was done on the 4th, and is corrected on the 10th.
  await settle(userId, bookingId, 60, '2026-10-04T00:00:00.000Z');
  await settle(userId, bookingId, 90, '2026-10-04T00:00:00.000Z', '2026-10-10T00:00:00.000Z');
  expect(await balance(userId, '2026-10-10T00:00:00.000Z')).toEqual([0, 100]);
  const overage = await db
    .selectFrom('hour_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'overage')
    .execute();
  expect(overage).toEqual([]);
});

test('what one booking uses no other can use, when they are settled at the same time', async () => {
  const { userId } = await aMemberWithABooking();
  await grant(userId, november, 300);
  const bookings = await Promise.all(Array.from({ length: 8 }, () => aBooking(db, { user_id: userId })));
  await Promise.all(bookings.map((b) => settle(userId, b.id, 60, '2026-11-10T00:00:00.000Z')));
  const { used, over } = await db
    .selectFrom('hour_entries')
    .select(({ fn }) => [
      fn.sum<number>('minutes').filterWhere('kind', '=', 'use').as('used'),
      fn.sum<number>('minutes').filterWhere('kind', '=', 'overage').as('over'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect([used, over]).toEqual([-300, -180]);
});

test('whatever is settled in whatever order, grants never go below zero and sums agree', async () => {
  const { userId } = await aMemberWithABooking();
  await grant(userId, october, 200);
  await grant(userId, november, 350);
  const bookings = await Promise.all(Array.from({ length: 4 }, () => aBooking(db, { user_id: userId })));
  const wanted = new Map<string, number>();
  // A fixed pseudo-random walk (Lehmer), so that a failure comes again.
  let state = 20261121;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let step = 0; step < 40; step++) {
    const booking = bookings[random(bookings.length)];
    if (!booking) throw new Error('unreachable');
    const minutes = random(4) === 0 ? 0 : random(300);
    wanted.set(booking.id, minutes);
    await settle(userId, booking.id, minutes, '2026-11-10T00:00:00.000Z');

    const grants = await db
      .selectFrom('hour_entries')
      .select(({ fn }) => fn.sum<number>('minutes').as('left'))
      .where('user_id', '=', userId)
      .where('grant_id', 'is not', null)
      .groupBy('grant_id')
      .execute();
    expect(Math.min(...grants.map((g) => g.left))).toBeGreaterThanOrEqual(0);
    const total = [...wanted.values()].reduce((a, b) => a + b, 0);
    const [used, remaining] = await balance(userId, '2026-11-10T00:00:00.000Z');
    expect(used).toBe(total);
    const all = await db
      .selectFrom('hour_entries')
      .select(({ fn }) => fn.sum<number>('minutes').as('net'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    // Everything granted, less everything used; the overage is what no grant covers now.
    expect(all.net).toBe(550 - total);
    expect(remaining).toBeGreaterThanOrEqual(Math.max(0, 550 - total));
  }
});
