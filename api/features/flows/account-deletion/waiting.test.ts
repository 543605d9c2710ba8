import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../bus/changed.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aPayment, aPlan, aService } from '../../../testing/builders/builders.ts';
import { aLeaver, deleteAccounts } from '../../../testing/builders/leaver.ts';
import { anOverageAgreement } from '../../../testing/builders/overage.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

const today = '2026-11-20T02:00:00.000Z';
const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString();

let server: TestServer;
let db: Db;
const changes: Change[] = [];
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

async function aWatchedLeaver() {
  const leaver = await aLeaver(server);
  const { user } = leaver;
  const read = async () => (await (await server.as(user)).call('readAccountDeletion')).body;
  const seen = async () =>
    (await (await server.as(await anAdmin(db))).call('readCustomerData', { params: { id: user.id } })).body
      .deletion;
  return { ...leaver, read, seen };
}

test('a deletion waits for unpaid work at most 30 days from the request; the work then counts as past the hours', async () => {
  const { user, ask, row, isDone, read, seen } = await aWatchedLeaver();
  await aPlan(db, { user_id: user.id });
  expect((await ask()).body.waitsFor).toBe(null);
  const booking = await aBooking(db, {
    user_id: user.id,
    status: 'completed',
    payment_type: 'subscription',
    completed_date: inDays(5),
    estimated_minutes: 780,
    actual_minutes: 780,
  });
  const payment = await aPayment(db, {
    user_id: user.id,
    service_id: booking.service_id,
    past_booking_id: booking.id,
    status: 'awaiting',
    amount_cents: 7000,
  });
  await anOverageAgreement(db, {
    booking_id: booking.id,
    user_id: user.id,
    payment_id: payment.id,
    charged_minutes: 60,
    owed_since: inDays(5),
  });

  server.clock.set(inDays(29));
  await deleteAccounts(server);
  expect((await row()).begun_at).toBe(null);
  expect((await read()).waitsFor).toBe('owed');
  expect(await seen()).toMatchObject({ waitsFor: 'owed', mayKeep: true });

  server.clock.set(inDays(30));
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
  const agreed = await db
    .selectFrom('past_hours')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .executeTakeFirst();
  expect(agreed).toMatchObject({ minutes: 0, charged_minutes: 0, payment_id: null, owed_since: null });
  const entries = await db
    .selectFrom('hour_entries')
    .select(['kind', 'minutes'])
    .where('booking_id', '=', booking.id)
    .execute();
  expect(entries.reduce((sum, { minutes }) => sum + Math.abs(minutes), 0)).toBe(780);
  expect(entries.map(({ kind }) => kind)).toContain('overage');
});

test('a deletion waits for work under way, shows it to the person, and continues within the hour after it', async () => {
  const { user, ask, isDone, read } = await aWatchedLeaver();
  await ask();
  const booking = await aBooking(db, { user_id: user.id, status: 'in_progress' });
  server.clock.set(inDays(7));
  await deleteAccounts(server);
  expect((await read()).waitsFor).toBe('work');
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', booking.id).execute();
  expect(await read()).toMatchObject({ waitsFor: null, mayKeep: true });
  server.clock.advance({ hours: 1 });
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
});

test('a deletion waits for the team to finish its work, but not for ever', async () => {
  const { user, ask, isDone } = await aLeaver(server);
  await aBooking(db, { user_id: user.id, status: 'in_progress' });
  await ask();
  server.clock.set(inDays(7));
  await deleteAccounts(server);
  expect(await isDone()).toBe(false);
  server.clock.set(inDays(14));
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
});

test('future bookings are cancelled on the terms of the day that was shown, however late', async () => {
  const { user, ask } = await aLeaver(server);
  const service = await aService(db);
  const payment = await aPayment(db, {
    user_id: user.id,
    service_id: service.id,
    intent_id: `pi_${randomUUID()}`,
  });
  const ahead = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    payment_type: 'one_time',
    payment_id: payment.id,
    status: 'scheduled',
    scheduled_date: inDays(10.5),
  });
  const under = await aBooking(db, { user_id: user.id, status: 'in_progress', scheduled_date: today });
  expect((await ask()).body.bookings).toMatchObject([{ id: ahead.id, outcome: 'refund' }]);
  server.clock.set(inDays(7));
  await deleteAccounts(server);
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', under.id).execute();
  server.clock.set(inDays(10));
  await deleteAccounts(server);
  const [booking] = await db.selectFrom('bookings').select('status').where('id', '=', ahead.id).execute();
  const [paid] = await db.selectFrom('payments').select('status').where('id', '=', payment.id).execute();
  expect([booking?.status, paid?.status]).toEqual(['cancelled', 'refunding']);
});

test('the team’s open pages are told that a deletion waits, and that it has begun', async () => {
  const { user, ask } = await aLeaver(server);
  const booking = await aBooking(db, { user_id: user.id, status: 'in_progress' });
  await ask();
  server.clock.set(inDays(7));
  const deps = { ...server.deps, changes: { tell: (change: Change) => void changes.push(change) } };
  const key = `/api/admin/users/${user.id}/deletion`;
  const hears = () => changes.splice(0).some(({ admins, keys }) => admins === true && keys.includes(key));
  await deleteAccounts({ deps });
  expect(hears()).toBe(true);
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', booking.id).execute();
  server.clock.set(inDays(8));
  await deleteAccounts({ deps });
  expect(hears()).toBe(true);
});
