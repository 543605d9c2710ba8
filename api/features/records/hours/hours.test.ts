import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aSubscription, aUser } from '../../../testing/builders/builders.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
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

const subscriptions = new Map<string, Promise<{ id: string }>>();
/** The member’s one plan, made when it is first needed. */
function subscriptionOf(userId: string) {
  const made = subscriptions.get(userId) ?? aSubscription(db, { user_id: userId });
  subscriptions.set(userId, made);
  return made;
}

async function grant(
  userId: string,
  period: typeof october,
  minutes = 720,
  given: Partial<Parameters<typeof grantForInvoice>[1]> = {},
) {
  const input = {
    userId,
    subscriptionId: (await subscriptionOf(userId)).id,
    invoiceId: `in_${randomUUID()}`,
    kind: 'period' as const,
    version: firstVersion('standard'),
    minutes,
    ...period,
    timeZone: 'Australia/Sydney',
    now: period.periodStart,
    ...given,
  };
  await db.transaction().execute((tx) => grantForInvoice(tx, input));
  return input.invoiceId;
}

/** The hours that an upgrade adds. */
const upgrade = (userId: string, minutes: number, given: Parameters<typeof grant>[3] = {}) =>
  grant(userId, november, minutes, { kind: 'upgrade', version: firstVersion('deluxe'), ...given });

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

test('an invoice grants its hours once, also for twenty simultaneous calls', async () => {
  const { id: userId } = await aUser(db);
  const invoiceId = `in_${randomUUID()}`;
  await Promise.all(Array.from({ length: 20 }, () => grant(userId, november, 720, { invoiceId })));
  expect(await balance(userId, '2026-11-10T00:00:00.000Z')).toEqual([0, 720]);
});

test('a grant is valid in its own month and three more by the business’s calendar, and no longer', async () => {
  const { id: userId } = await aUser(db);
  // Half past midnight on 31 January in Sydney; in UTC it is still the 30th.
  await grant(userId, { periodStart: '2025-12-30T13:30:00.000Z', periodEnd: '2026-01-30T13:30:00.000Z' });
  const row = await db
    .selectFrom('hour_grants')
    .select('expires_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  // Half past midnight on 30 April in Sydney, after summer time has ended.
  expect(row.expires_at).toBe('2026-04-29T14:30:00.000Z');
  expect(await balance(userId, '2026-04-29T14:29:59.999Z')).toEqual([0, 720]);
  expect(await balance(userId, '2026-04-29T14:30:00.000Z')).toEqual([0, 0]);
  expect(await balance(userId, '2025-12-30T13:29:59.999Z')).toEqual([0, 0]);
});

test('an invoice that granted nothing never grants later', async () => {
  const { id: userId } = await aUser(db);
  await grant(userId, november, 300);
  const nothing = await upgrade(userId, 0);
  await upgrade(userId, 900, { invoiceId: nothing });
  expect(await balance(userId, '2026-11-25T00:00:00.000Z')).toEqual([0, 300]);
});

test('another plan in the same period is paid for itself, and grants all of its hours', async () => {
  const { id: userId } = await aUser(db);
  await grant(userId, november, 300);
  const { id: subscriptionId } = await aSubscription(db, { user_id: userId, status: 'ended' });
  await grant(userId, november, 720, { subscriptionId });
  expect(await balance(userId, '2026-11-25T00:00:00.000Z')).toEqual([0, 1020]);
});

/** A booking’s use: minutes of grants, and minutes past them. */
async function standing(bookingId: string) {
  const rows = await db
    .selectFrom('hour_entries')
    .select(['grant_id', 'minutes'])
    .where('booking_id', '=', bookingId)
    .execute();
  const sum = (all: typeof rows) => all.reduce((total, entry) => total - entry.minutes, 0);
  return [sum(rows.filter((row) => row.grant_id)), sum(rows.filter((row) => !row.grant_id))];
}

test('an upgrade covers the running period’s overage, the oldest work first, by new rows', async () => {
  const { userId, bookingId: early } = await aMemberWithABooking();
  const { id: late } = await aBooking(db, { user_id: userId });
  const { id: before } = await aBooking(db, { user_id: userId });
  await grant(userId, november, 300);
  await settle(userId, before, 60, '2026-11-04T00:00:00.000Z');
  await settle(userId, late, 400, '2026-11-18T00:00:00.000Z');
  await settle(userId, early, 200, '2026-11-10T00:00:00.000Z');
  expect([await standing(late), await standing(early)]).toEqual([
    [300, 100],
    [0, 200],
  ]);
  const rows = () =>
    db.selectFrom('hour_entries').selectAll().where('user_id', '=', userId).orderBy('seq').execute();
  const written = await rows();
  await upgrade(userId, 250);
  expect((await rows()).slice(0, written.length), 'what was written stays').toEqual(written);
  expect([await standing(early), await standing(late)]).toEqual([
    [200, 0],
    [350, 50],
  ]);
  expect(await standing(before), 'work before the period is not its to pay').toEqual([0, 60]);
  expect(await balance(userId, '2026-11-25T00:00:00.000Z')).toEqual([600, 0]);
});

test('a late invoice covers the work of its period', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  await settle(userId, bookingId, 90, '2026-11-06T00:00:00.000Z');
  expect(await standing(bookingId)).toEqual([0, 90]);
  await grant(userId, november, 300, { now: '2026-11-09T00:00:00.000Z' });
  expect(await standing(bookingId)).toEqual([90, 0]);
  expect(await balance(userId, '2026-11-10T00:00:00.000Z')).toEqual([90, 210]);
});

test('returned minutes cover overage of other work', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  const { id: other } = await aBooking(db, { user_id: userId });
  await grant(userId, november, 120);
  await settle(userId, bookingId, 120, '2026-11-10T00:00:00.000Z');
  await settle(userId, other, 60, '2026-11-11T00:00:00.000Z');
  await settle(userId, bookingId, 0, '2026-11-12T00:00:00.000Z');
  expect(await standing(other)).toEqual([60, 0]);
  expect(await balance(userId, '2026-11-12T00:00:00.000Z')).toEqual([60, 60]);
});

test('hours of a future period, or expired ones, pay for no work', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  const { id: after } = await aBooking(db, { user_id: userId });
  await grant(userId, november, 300, { now: '2026-11-01T00:00:00.000Z' });
  await settle(userId, bookingId, 60, '2026-11-04T23:59:59.999Z');
  await settle(userId, after, 60, '2027-03-05T00:00:00.000Z');
  expect([await standing(bookingId), await standing(after)]).toEqual([
    [0, 60],
    [0, 60],
  ]);
});

test('bookings settled while a member’s first grant arrives are all covered by it, once', async () => {
  const { id: userId } = await aUser(db);
  const bookings = await Promise.all(Array.from({ length: 6 }, () => aBooking(db, { user_id: userId })));
  const settled = bookings.map((booking) => settle(userId, booking.id, 60, '2026-11-10T00:00:00.000Z'));
  await Promise.all([...settled, grant(userId, november, 300), grant(userId, october, 30)]);
  const paid = await Promise.all(bookings.map((booking) => standing(booking.id)));
  const sum = (at: 0 | 1) => paid.reduce((total, each) => total + (each[at] ?? 0), 0);
  expect([sum(0), sum(1)]).toEqual([330, 30]);
  const seqs = await db
    .selectFrom('hour_entries')
    .select(['seq', 'recorded_at'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();
  expect(seqs.map((entry) => entry.seq)).toEqual(seqs.map((_, index) => index + 1));
  const times = seqs.map((entry) => entry.recorded_at);
  expect(times).toEqual([...times].sort());
});

test.for([
  // A period’s end at half past two in Sydney; three months later the clocks go forward or back.
  ['an hour that is skipped', '2026-07-03T16:30:00.000Z', '2026-10-03T16:30:00.000Z'],
  ['an hour that comes twice counts in full', '2026-01-04T15:30:00.000Z', '2026-04-04T16:30:00.000Z'],
  ['the day before the clocks change', '2026-07-02T16:30:00.000Z', '2026-10-02T16:30:00.000Z'],
  ['the day after the clocks change', '2026-07-04T16:30:00.000Z', '2026-10-04T15:30:00.000Z'],
  [
    'the last of a month that the later one does not have',
    '2026-11-29T16:30:00.000Z',
    '2027-02-27T16:30:00.000Z',
  ],
] as const)('hours expire three months later by local time: %s', async ([, periodEnd, expires]) => {
  const { id: userId } = await aUser(db);
  const periodStart = new Date(Date.parse(periodEnd) - 30 * 86_400_000).toISOString();
  await grant(userId, { periodStart, periodEnd }, 60);
  const row = await db.selectFrom('hour_grants').select('expires_at').where('user_id', '=', userId).execute();
  expect(row).toEqual([{ expires_at: expires }]);
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

test('taking a booking back returns to every grant exactly what it used', async () => {
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

test('a correction next month stays in the month of the work and may use hours that have expired since', async () => {
  const { userId, bookingId } = await aMemberWithABooking();
  const spring = { periodStart: '2026-06-05T00:00:00.000Z', periodEnd: '2026-07-05T00:00:00.000Z' };
  await grant(userId, spring, 100);
  await grant(
    userId,
    { periodStart: '2026-10-06T00:00:00.000Z', periodEnd: '2026-11-06T00:00:00.000Z' },
    100,
  );
  // The grant of June is valid until 5 October; the work was done on the 4th, and is corrected on the 10th.
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

test('simultaneous bookings never use the same hours', async () => {
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

test('any order of settlements keeps grants at or above zero and the sums equal', async () => {
  const { userId } = await aMemberWithABooking();
  await grant(userId, october, 200);
  await grant(userId, november, 350);
  const bookings = await Promise.all(Array.from({ length: 4 }, () => aBooking(db, { user_id: userId })));
  const wanted = new Map<string, number>();
  // A fixed pseudo-random walk (Lehmer), so that a failure can be repeated.
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
    // Everything granted less everything used; overage is the part that no grant covers now.
    expect(all.net).toBe(550 - total);
    expect(remaining).toBeGreaterThanOrEqual(Math.max(0, 550 - total));
  }
});
