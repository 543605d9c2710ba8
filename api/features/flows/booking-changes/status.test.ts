import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingStatus, bookingStatuses } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aMembersBooking } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { readBalance } from '../../records/hours/hours.service.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  ({ server, db, admin, adminId } = await startOffice('2026-11-20T02:00:00.000Z'));
});
afterAll(() => server.close());

const set = (id: string, status: BookingStatus, actualHours?: number | null) =>
  admin.call('setBookingStatus', {
    params: { id },
    body: { status, ...(actualHours === undefined ? {} : { actualHours }) },
  });

/** A member of the Standard plan (12 hours) with a booking of two hours. */
async function aBookingOfHours(estimated = 2) {
  const { id, userId } = await aMembersBooking(db, { estimated_minutes: estimated * 60 });
  const hours = async () => {
    const now = server.clock.now().toISOString();
    const { usedThisPeriodMinutes, remainingMinutes } = await readBalance(db, userId, now);
    return [usedThisPeriodMinutes / 60, remainingMinutes / 60];
  };
  return { id, userId, hours };
}

test('simultaneous completions of a member’s bookings wait for each other and all count', async () => {
  const { userId, id: first } = await aBookingOfHours();
  const more = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aBooking(db, { user_id: userId })));
  const ids = [first, ...more.map(({ id }) => id)];
  const answers = await Promise.all(ids.map((id) => set(id, 'completed', 1)));
  expect(answers.map((answer) => answer.status)).toEqual(ids.map(() => 200));
  const now = server.clock.now().toISOString();
  expect(await readBalance(db, userId, now)).toEqual({ usedThisPeriodMinutes: 420, remainingMinutes: 300 });
});

test('an administrator sets any status from any other, and each change is recorded with its actor', async () => {
  const { id } = await aBookingOfHours();
  const walk: BookingStatus[] = [];
  for (const to of bookingStatuses) for (const from of bookingStatuses) walk.push(from, to);
  let expected = 1;
  let status: BookingStatus = 'pending';
  for (const next of walk) {
    const answer = await set(id, next);
    expect([answer.status, answer.body.status]).toEqual([200, next]);
    if (next !== status) expected++;
    status = next;
  }
  const rows = await db
    .selectFrom('booking_status_changes')
    .selectAll()
    .where('booking_id', '=', id)
    .orderBy('seq')
    .execute();
  expect(rows.map((r) => r.seq)).toEqual(Array.from({ length: expected }, (_, n) => n + 1));
  expect(rows.slice(1).every((r, n) => r.actor_id === adminId && r.from_status === rows[n]?.to_status)).toBe(
    true,
  );
});

test('completing uses the actual hours of the plan, and leaving it gives them back', async () => {
  const { id, hours } = await aBookingOfHours();
  const done = await set(id, 'completed', 2.25);
  expect(done.body).toMatchObject({ actualHours: 2.25, completedDate: '2026-11-20T02:00:00.000Z' });
  expect(await hours()).toEqual([2.25, 9.75]);

  const corrected = await set(id, 'completed', 1);
  expect(corrected.body).toMatchObject({ actualHours: 1, completedDate: '2026-11-20T02:00:00.000Z' });
  expect(await hours()).toEqual([1, 11]);

  const back = await set(id, 'in_progress');
  expect(back.body).toMatchObject({ actualHours: null, completedDate: null });
  expect(await hours()).toEqual([0, 12]);
});

test('completing without hours uses the estimate, or the hours entered before', async () => {
  const first = await aBookingOfHours();
  expect((await set(first.id, 'completed')).body.actualHours).toBe(2);
  expect(await first.hours()).toEqual([2, 10]);
  const second = await aBookingOfHours();
  await set(second.id, 'in_progress', 0.5);
  expect(await second.hours()).toEqual([0, 12]);
  expect((await set(second.id, 'completed')).body.actualHours).toBe(0.5);
  expect(await second.hours()).toEqual([0.5, 11.5]);
});

test('twenty identical simultaneous calls change the status once', async () => {
  const { id, userId, hours } = await aBookingOfHours();
  await Promise.all(Array.from({ length: 20 }, () => set(id, 'completed', 2.25)));
  expect(await hours()).toEqual([2.25, 9.75]);
  const entries = await db
    .selectFrom('hour_entries')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute();
  expect(entries).toEqual([{ kind: 'grant' }, { kind: 'use' }]);
  const { body } = await admin.call('readBooking', { params: { id } });
  expect(body.statusChanges.map((c) => c.to)).toEqual(['pending', 'completed']);
  expect(body.statusChanges.at(-1)?.by).toBe('team');
});

test('hours past the balance are overage, and the balance stays correct', async () => {
  const { id, userId, hours } = await aBookingOfHours(14);
  await set(id, 'completed', 14);
  expect(await hours()).toEqual([14, 0]);
  const overage = await db
    .selectFrom('hour_entries')
    .select('minutes')
    .where('user_id', '=', userId)
    .where('kind', '=', 'overage')
    .execute();
  expect(overage).toEqual([{ minutes: -120 }]);
});

test('a booking paid by card uses no hours', async () => {
  const { userId, hours } = await aBookingOfHours();
  const booking = await aBooking(db, { user_id: userId, payment_type: 'one_time' });
  expect((await set(booking.id, 'completed', 2)).body.actualHours).toBe(2);
  expect(await hours()).toEqual([0, 12]);
});

test('the member reads the new status; only administrators can set it', async () => {
  const { id, userId, hours } = await aBookingOfHours();
  const member = await server.as(userId);
  const attempts = [
    await member.call('setBookingStatus', { params: { id }, body: { status: 'completed', role: 'admin' } }),
    await member.call('listAllBookings'),
    await server.anyone.call('setBookingStatus', { params: { id }, body: { status: 'completed' } }),
  ];
  expect(attempts.map((a) => a.status)).toEqual([403, 403, 401]);
  expect(await hours()).toEqual([0, 12]);
  await set(id, 'scheduled');
  expect((await member.call('readBooking', { params: { id } })).body.status).toBe('scheduled');
});

test('unknown statuses or hours are refused', async () => {
  const { id } = await aBookingOfHours();
  const bodies = [{ status: 'lost' }, { status: 'completed', actualHours: -1 }, {}];
  for (const body of bodies) {
    expect((await admin.call('setBookingStatus', { params: { id }, body })).status).toBe(400);
  }
  const params = { id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11' };
  expect((await admin.call('setBookingStatus', { params, body: { status: 'pending' } })).status).toBe(404);
});
