import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../../testing/builders/builders.ts';
import { payWithCard, settled } from '../../../../testing/outside/cards.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { letUnpaidGo } from './unpaid.service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(await anAdmin(server.deps.db));
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

/** A person who books with a plan that they do not have. */
async function withoutPlan() {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const { id: serviceId } = await aService(db, { estimated_minutes: 300 });
  const book = async () => {
    const scheduledDate = '2026-12-01T22:30:00.000Z';
    const body = { serviceId, scheduledDate, notes: '', paymentType: 'subscription' as const };
    return (await client.call('createBooking', { body })).body;
  };
  const read = async (id: string) => (await client.call('readBooking', { params: { id } })).body;
  const set = (id: string, status: 'scheduled' | 'in_progress' | 'completed' | 'pending') =>
    admin.call('setBookingStatus', { params: { id }, body: { status } });
  const letters = () =>
    db.selectFrom('notices').select(['kind', 'occasion']).where('user_id', '=', user.id).execute();
  return { user, client, book, read, set, letters };
}
const dayLater = '2026-11-21T02:00:00.000Z';
const round = () => letUnpaidGo(server.deps, new AbortController().signal);

test('an unpaid booking can be neither scheduled, begun nor completed', async () => {
  const { book, read, set } = await withoutPlan();
  const { id } = await book();
  for (const status of ['scheduled', 'in_progress', 'completed'] as const) {
    const refused = await set(id, status);
    expect([refused.status, refused.body.code]).toEqual([409, 'plan_required']);
    const preview = await admin.call('previewBookingStatus', { params: { id }, query: { status } });
    expect([preview.status, preview.body.code]).toEqual([409, 'plan_required']);
  }
  const body = {
    scheduledDate: '2026-12-03T22:30:00.000Z',
    expectedDate: '2026-12-01T22:30:00.000Z',
    schedule: true,
  };
  const moved = await admin.call('moveBooking', { params: { id }, body });
  expect([moved.status, moved.body.code]).toEqual([409, 'plan_required']);
  expect(await read(id)).toMatchObject({ status: 'pending', scheduledDate: '2026-12-01T22:30:00.000Z' });
});

test('a booking without a plan is shown as unpaid to everybody, and holds nothing', async () => {
  const { user, client, book, read } = await withoutPlan();
  const { id, unpaidUntil } = await book();
  expect(unpaidUntil).toBe(dayLater);
  expect((await read(id)).unpaidUntil).toBe(dayLater);
  expect((await client.call('listBookings')).body).toMatchObject([{ id, unpaidUntil: dayLater }]);
  const query = { customer: user.id };
  expect((await admin.call('listAllBookings', { query })).body).toMatchObject([
    { id, unpaidUntil: dayLater },
  ]);
  const detail = (await admin.call('readAnyBooking', { params: { id } })).body;
  expect(detail.unpaidUntil).toBe(dayLater);
  expect((await client.call('readUser')).body.heldHours).toBe(0);
  const csv = await (await admin.raw('GET', `/api/admin/bookings/export.csv?customer=${user.id}`)).text();
  expect(csv).toContain('Not paid');
});

test('a person with a plan, or remaining hours, is not told that a booking is unpaid', async () => {
  const { user, client, book } = await withoutPlan();
  await aPlan(server.deps.db, { user_id: user.id, tier: 'standard' });
  const { id, unpaidUntil } = await book();
  expect(unpaidUntil).toBeUndefined();
  expect((await client.call('readUser')).body.heldHours).toBe(5);
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('user_id', '=', user.id)
    .execute();
  expect(await book()).toMatchObject({ status: 'pending' });
  expect((await client.call('listBookings')).body.map((booking) => booking.unpaidUntil)).toEqual([
    undefined,
    undefined,
  ]);
  expect(
    (await admin.call('setBookingStatus', { params: { id }, body: { status: 'scheduled' } })).status,
  ).toBe(200);
});

test('a waiting booking stays once the plan is paid: it holds its hours and can be scheduled', async () => {
  const { client, book, read, set } = await withoutPlan();
  const { id } = await book();
  const begun = await client.call('createSubscription', { body: { tier: 'basic' } });
  expect((await read(id)).unpaidUntil, 'begun is not paid').toBe(dayLater);
  await payWithCard(server, begun.body.clientSecret);
  await settled(server);
  expect((await read(id)).unpaidUntil).toBeUndefined();
  expect((await client.call('readUser')).body.heldHours).toBe(5);
  server.clock.advance({ days: 2 });
  await round();
  expect((await read(id)).status).toBe('pending');
  expect((await set(id, 'scheduled')).status).toBe(200);
});

test('a plan pays for the bookings that its hours cover; the rest waits and is cancelled', async () => {
  const { client, book, read, set } = await withoutPlan();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.push((await book()).id);
    server.clock.advance({ seconds: 1 });
  }
  const begun = await client.call('createSubscription', { body: { tier: 'basic' } });
  await payWithCard(server, begun.body.clientSecret);
  await settled(server);
  const waits = async () =>
    (await Promise.all(ids.map(read))).map(({ unpaidUntil }) => unpaidUntil !== undefined);
  expect(await waits()).toEqual([false, true, true]);
  expect((await client.call('readUser')).body).toMatchObject({ heldHours: 5, remainingHours: 0 });
  const refused = await set(ids[1] ?? '', 'scheduled');
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_required']);
  server.clock.advance({ days: 1, seconds: 1 });
  await round();
  expect((await Promise.all(ids.map(read))).map(({ status }) => status)).toEqual([
    'pending',
    'cancelled',
    'cancelled',
  ]);
});

test('an unpaid booking is cancelled after a day, once, and its customer is notified', async () => {
  const { book, read, set, letters } = await withoutPlan();
  const { id } = await book();
  server.clock.advance({ hours: 23 });
  await round();
  expect((await read(id)).status).toBe('pending');
  server.clock.advance({ hours: 1, seconds: 1 });
  await Promise.all([round(), round()]);
  const gone = await read(id);
  expect(gone).toMatchObject({ status: 'cancelled' });
  expect(gone.unpaidUntil).toBeUndefined();
  expect(gone.statusChanges.filter(({ to }) => to === 'cancelled')).toHaveLength(1);
  expect((await letters()).length).toBe(1);

  // Reopened by the team, it waits for another whole day.
  await set(id, 'pending');
  await round();
  expect(await read(id)).toMatchObject({ status: 'pending', unpaidUntil: '2026-11-22T02:00:01.000Z' });
});

test('a pending booking of an ended plan becomes unpaid once its hours are gone', async () => {
  const { user, book, read, set } = await withoutPlan();
  await aPlan(server.deps.db, { user_id: user.id, tier: 'basic' });
  const waiting = await book();
  // Like a booking made past the balance before the question existed.
  const used = await aBooking(server.deps.db, { user_id: user.id, estimated_minutes: 300 });
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('user_id', '=', user.id)
    .execute();
  await round();
  expect((await read(waiting.id)).unpaidUntil, 'hours are left').toBeUndefined();
  expect((await set(used.id, 'completed')).status).toBe(200);
  await round();
  expect((await read(waiting.id)).unpaidUntil).toBe(dayLater);
  expect((await set(waiting.id, 'scheduled')).body.code).toBe('plan_required');
});
