import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingsSummary } from '../../../contract/calls/admin-booking-calls.ts';
import { type BookingStatus, bookingStatuses } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  ({ server, db, admin } = await startOffice('2026-11-20T02:00:00.000Z'));
});
afterAll(() => server.close());

const summary = async (query: Record<string, string> = {}): Promise<BookingsSummary> =>
  (await admin.call('summariseBookings', { query })).body;
const countsOf = ({ tabs }: BookingsSummary) => Object.values(tabs).map(({ count }) => count);

/** The counts computed from each booking. */
async function counted(): Promise<number[]> {
  const rows = await db.selectFrom('bookings').select('status').execute();
  const of = (status: BookingStatus) => rows.filter((row) => row.status === status).length;
  return [of('pending'), of('scheduled'), of('in_progress'), of('completed'), rows.length];
}

test('the cards show totals: all bookings, today’s, active customers, and pending ones', async () => {
  const before = await summary();
  const [plan, open, work, done] = [await aUser(db), await aUser(db), await aUser(db), await aUser(db)];
  for (const { id } of [plan, open, await anAdmin(db)]) await aPlan(db, { user_id: id });
  // 20 November in Sydney begins at 13:00 UTC of the 19th.
  const day = ['2026-11-19T12:59:00.000Z', '2026-11-19T13:00:00.000Z', '2026-11-20T12:59:00.000Z'];
  for (const scheduled_date of day) await aBooking(db, { user_id: open.id, scheduled_date });
  for (const { id } of [work, work, await anAdmin(db)])
    await aBooking(db, { user_id: id, status: 'in_progress', scheduled_date: null });
  await aBooking(db, { user_id: done.id, status: 'cancelled', scheduled_date: day[1] ?? null });
  await aBooking(db, { user_id: done.id, status: 'completed', scheduled_date: '2026-11-20T13:00:00.000Z' });
  const after = await summary();
  const more = (of: (one: BookingsSummary) => number) => of(after) - of(before);
  expect({
    total: more((one) => one.totalBookings),
    today: more((one) => one.todayBookings),
    active: more((one) => one.activeCustomers ?? 0),
    pending: more((one) => one.pendingReviews),
  }).toEqual({ total: 8, today: 2, active: 3, pending: 3 });
  const narrowed = await summary({ status: 'completed', customer: randomUUID() });
  expect({ ...narrowed, tabs: null }).toEqual({ ...after, tabs: null });
  expect(countsOf(narrowed)).toEqual([0, 0, 0, 0, 0]);
});

test('counts equal the bookings, whatever changes happen at once', async () => {
  const { id: userId } = await aUser(db);
  const service = await aService(db);
  const made = await Promise.all(
    Array.from({ length: 12 }, () =>
      aBooking(db, { user_id: userId, service_id: service.id, payment_type: 'one_time' }),
    ),
  );
  expect(countsOf(await summary())).toEqual(await counted());
  let next = 1;
  const random = () => {
    next = (next * 16_807) % 2_147_483_647;
    return next;
  };
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      made.map(({ id }) => {
        const status = bookingStatuses[random() % bookingStatuses.length] ?? 'pending';
        return admin.call('setBookingStatus', { params: { id }, body: { status } });
      }),
    );
    expect(countsOf(await summary())).toEqual(await counted());
  }
  const some = made.slice(0, 5).map(({ id }) => id);
  await db.updateTable('bookings').set({ status: 'pending' }).where('id', 'in', some).execute();
  await db.updateTable('bookings').set({ rating: 5 }).where('id', 'in', some).execute();
  await db.deleteFrom('bookings').where('id', 'in', some.slice(0, 2)).execute();
  expect(countsOf(await summary())).toEqual(await counted());
});

test('a change that is rolled back is not counted', async () => {
  const { id } = await aBooking(db, { status: 'pending' });
  const before = await summary();
  await admin.call('previewBookingStatus', { params: { id }, query: { status: 'completed' } });
  expect(await summary()).toEqual(before);
});
