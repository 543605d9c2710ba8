import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aFileServerBesideRefusing } from '../../../testing/builders/file-server.ts';
import { anOverageAgreement } from '../../../testing/builders/overage.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { letUnpaidGo } from '../../records/bookings/unpaid/unpaid.service.ts';

let server: TestServer;
let refusing: TestServer;
aFileServerBesideRefusing('2026-11-20T02:00:00.000Z', (first, second) => {
  server = first;
  refusing = second;
});

/**
 * A member of the Basic plan, 5 hours, of which 4 are held; their booking of `hours` was made before the plan and is
 * unpaid.
 */
async function aWaiting(hours = 3, on = server) {
  const { db } = server.deps;
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, tier: 'basic' });
  const held = await aBooking(db, { user_id: user.id, estimated_minutes: 240 });
  const service = await aService(db, { estimated_minutes: hours * 60 });
  const { id } = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    estimated_minutes: hours * 60,
    scheduled_date: '2026-11-26T22:30:00.000Z',
    unpaid_since: '2026-11-20T01:00:00.000Z',
  });
  const client = await on.as(user);
  const params = { id };
  const read = async () => (await client.call('readBooking', { params })).body;
  const agree = (past?: OverageAgreed) =>
    client.call('payWaitingBooking', { params, body: past ? { past } : {} });
  const me = async () => (await client.call('readUser')).body;
  return { user, held, id, params, client, read, agree, me };
}

/** An hour of it was agreed to under an ended plan. */
const agreedEarlier = (user_id: string, booking_id: string) =>
  anOverageAgreement(server.deps.db, { user_id, booking_id, agreed_at: '2026-10-01T00:00:00.000Z' });
const two = { missingHours: 2, amountCents: 26_040 };

test('an unpaid booking beside a plan shows its missing hours, and can be agreed to there', async () => {
  const { read, agree, me, id } = await aWaiting();
  const waiting = await read();
  expect(waiting.unpaidUntil).toBeDefined();
  expect(waiting.terms).toMatchObject({
    takesHours: 3,
    freeHours: 1,
    missingHours: 2,
    past: { amountCents: 26_040, tier: 'basic' },
    cardCents: null,
  });
  expect((await agree()).body.code).toBe('hours_short');
  expect((await agree({ ...two, amountCents: 1 })).body.code).toBe('terms_changed');
  const answers = await Promise.all(Array.from({ length: 20 }, () => agree(two)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const paid = await read();
  expect([paid.unpaidUntil, paid.terms]).toEqual([undefined, undefined]);
  expect(paid.past).toEqual({ hours: 2, amountCents: 26_040, state: 'agreed' });
  expect(await me()).toMatchObject({ heldHours: 5, remainingHours: 0 });
  const admin = await server.as(await anAdmin(server.deps.db));
  const set = await admin.call('setBookingStatus', { params: { id }, body: { status: 'scheduled' } });
  expect(set.status).toBe(200);
  server.clock.advance({ days: 2 });
  await letUnpaidGo(server.deps, new AbortController().signal);
  expect((await read()).status).toBe('scheduled');
});

test('hours that became free are used without money, and held at once', async () => {
  const { read, agree, me, client, held } = await aWaiting();
  await client.call('cancelBooking', { params: { id: held.id }, body: { outcome: 'release' } });
  expect((await read()).terms).toMatchObject({ freeHours: 5, missingHours: 0, past: null });
  expect((await agree(two)).body.code, 'nothing is missing any more').toBe('terms_changed');
  expect((await agree()).status).toBe(200);
  expect(await me()).toMatchObject({ heldHours: 3, remainingHours: 2 });
  expect((await read()).past).toBeUndefined();
});

test('an agreement under an earlier plan must be made anew, at the running plan’s price', async () => {
  const { read, agree, id, user } = await aWaiting();
  await agreedEarlier(user.id, id);
  expect((await agree(two)).status).toBe(200);
  expect((await read()).past).toEqual({ hours: 2, amountCents: 26_040, state: 'agreed' });
});

test('a plan that covers a booking ends an earlier agreement: nothing is charged', async () => {
  const { read, me, id, user } = await aWaiting(1);
  const { db } = server.deps;
  await agreedEarlier(user.id, id);
  const now = server.clock.now().toISOString();
  expect(await db.transaction().execute((tx) => planPaid(tx, user.id, now))).toEqual([id]);
  expect((await read()).past).toBeUndefined();
  expect(await me(), 'all of its hours are held').toMatchObject({ heldHours: 5, remainingHours: 0 });
  const admin = await server.as(await anAdmin(db));
  server.clock.set('2026-11-26T23:30:00.000Z');
  const done = await admin.call('setBookingStatus', { params: { id }, body: { status: 'completed' } });
  expect(done.status).toBe(200);
  expect((await read()).past).toBeUndefined();
  expect(await me()).toMatchObject({ usedHours: '1', heldHours: 4, remainingHours: 0 });
});

test('two unpaid bookings do not count on the same hour', async () => {
  const one = await aWaiting(1);
  const { id } = await aBooking(server.deps.db, {
    user_id: one.user.id,
    estimated_minutes: 60,
    scheduled_date: '2026-11-27T22:30:00.000Z',
    unpaid_since: '2026-11-20T01:00:00.000Z',
  });
  const answers = await Promise.all([
    one.agree(),
    one.client.call('payWaitingBooking', { params: { id }, body: {} }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await one.me()).toMatchObject({ heldHours: 5, remainingHours: 0 });
});

test('agreements are refused for bookings that do not wait or are another’s, without a plan, and if nothing is sold', async () => {
  const { agree, client, held, params, read } = await aWaiting();
  const notWaiting = await client.call('payWaitingBooking', { params: { id: held.id }, body: {} });
  expect(notWaiting.status, 'it holds its hours already').toBe(200);
  const other = await client.call('payWaitingBooking', { params: { id: held.id }, body: { past: two } });
  expect([other.status, other.body.code]).toEqual([409, 'conflict']);
  const stranger = await server.as(await aUser(server.deps.db));
  expect((await stranger.call('payWaitingBooking', { params, body: {} })).status).toBe(404);
  expect((await server.anyone.call('payWaitingBooking', { params, body: {} })).status).toBe(401);
  const admin = await server.as(await anAdmin(server.deps.db));
  expect((await admin.call('payWaitingBooking', { params, body: {} })).status).toBe(403);
  expect((await admin.call('payWaitingBooking', { params: { id: randomUUID() }, body: {} })).status).toBe(
    404,
  );
  const refused = await aWaiting(3, refusing);
  expect((await refused.read()).terms).toMatchObject({ missingHours: 2, past: null });
  expect((await refused.agree()).body.code).toBe('hours_short');
  await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  expect((await agree(two)).body.code).toBe('conflict');
  expect((await read()).terms).toBeUndefined();
  const { db } = server.deps;
  const gone = await aWaiting();
  await db.deleteFrom('hour_entries').where('user_id', '=', gone.user.id).execute();
  await db
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('user_id', '=', gone.user.id)
    .execute();
  expect((await gone.read()).terms).toBeUndefined();
  expect((await gone.agree()).body.code).toBe('plan_required');
  expect((await gone.read()).unpaidUntil, 'it waits on').toBeDefined();
});

test('an unpaid booking holds nothing, so it can be cancelled free at any time', async () => {
  const { read, client, params, me } = await aWaiting();
  server.clock.set('2026-11-26T02:00:00.000Z');
  expect((await read()).changes.cancel).toEqual({ outcome: 'free', amountCents: 0, hours: 0 });
  await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  expect(await me()).toMatchObject({ usedHours: '0', heldHours: 4 });
});
