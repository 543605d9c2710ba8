import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { grantForInvoice } from '../../records/hours/hours.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

const before = '2026-12-05T22:30:00.000Z';
/** A time at which October’s hours have expired, and November’s are still valid. */
const after = '2027-02-10T22:30:00.000Z';
const muchLater = '2027-06-01T22:30:00.000Z';

/** A member of the Standard plan: 4 of their hours are valid until February, 3 until March. */
async function aMember() {
  const { db } = server.deps;
  const user = await aUser(db);
  const plan = await aPlan(db, { user_id: user.id });
  await db.deleteFrom('hour_entries').where('user_id', '=', user.id).execute();
  await db.deleteFrom('hour_grants').where('user_id', '=', user.id).execute();
  const grant = (minutes: number, periodStart: string, periodEnd: string) =>
    db.transaction().execute((tx) =>
      grantForInvoice(tx, {
        userId: user.id,
        subscriptionId: plan.id,
        invoiceId: `in_${randomUUID()}`,
        kind: 'period',
        version: firstVersion('standard'),
        minutes,
        periodStart,
        periodEnd,
        timeZone: 'Australia/Sydney',
        now: periodStart,
      }),
    );
  await grant(240, '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  await grant(180, '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z');
  const client = await server.as(user);
  const serviceOf = async (hours: number) => (await aService(db, { estimated_minutes: hours * 60 })).id;
  const book = async (hours: number, scheduledDate: string, past?: OverageAgreed) =>
    client.call('createBooking', {
      body: {
        serviceId: await serviceOf(hours),
        scheduledDate,
        notes: '',
        paymentType: 'subscription',
        ...(past && { past }),
      },
      idempotencyKey: randomUUID(),
    });
  const terms = async (hours: number, scheduledDate?: string) =>
    (
      await client.call('readBookingTerms', {
        query: { serviceId: await serviceOf(hours), ...(scheduledDate && { scheduledDate }) },
      })
    ).body;
  return { user, client, book, terms };
}

test('hours that expire before the visit are not free for it, and the form says so', async () => {
  const { terms } = await aMember();
  expect(await terms(5)).toMatchObject({ freeHours: 7, expiringHours: 0, missingHours: 0, past: null });
  expect(await terms(5, before)).toMatchObject({ freeHours: 7, expiringHours: 0, missingHours: 0 });
  expect(await terms(5, after)).toMatchObject({
    freeHours: 3,
    expiringHours: 4,
    missingHours: 2,
    past: { amountCents: 2 * 11_675 },
  });
  expect(await terms(5, muchLater)).toMatchObject({ freeHours: 0, expiringHours: 7, missingHours: 5 });
});

test('the same code asks about missing hours and stores the agreement', async () => {
  const { book, client } = await aMember();
  const refused = await book(5, after);
  expect([refused.status, refused.body.code]).toEqual([409, 'hours_short']);
  const agreed = { missingHours: 2, amountCents: 2 * 11_675 };
  expect((await book(5, before, agreed)).body.code, 'they have not expired by then').toBe('terms_changed');
  const booked = await book(5, after, agreed);
  expect(booked.status).toBe(200);
  const { body } = await client.call('readBooking', { params: { id: booked.body.id } });
  expect(body.past).toEqual({ hours: 2, amountCents: 23_350, state: 'agreed' });
});

test('future hours are not promised', async () => {
  const { user, terms } = await aMember();
  await server.deps.db
    .updateTable('hour_grants')
    .set({ period_start: '2026-12-01T00:00:00.000Z', period_end: '2027-01-01T00:00:00.000Z' })
    .where('user_id', '=', user.id)
    .where('minutes', '=', 180)
    .execute();
  expect(await terms(5, after)).toMatchObject({ freeHours: 0 });
});

test('an earlier visit uses the hours that expire first, and a later one keeps its own', async () => {
  const { book, terms } = await aMember();
  expect((await book(4, before)).status).toBe(200);
  expect(await terms(3, after)).toMatchObject({ freeHours: 3, missingHours: 0 });
  expect((await book(3, after)).status).toBe(200);
  expect(await terms(1, after)).toMatchObject({ freeHours: 0, missingHours: 1 });
  const other = await aMember();
  expect((await other.book(3, after)).status).toBe(200);
  expect(await other.terms(4, before)).toMatchObject({ freeHours: 4, missingHours: 0 });
});

test('a booking cannot be moved to a time when its hours have expired', async () => {
  const { book, client } = await aMember();
  const { id } = (await book(5, before)).body;
  const move = (scheduledDate: string) =>
    client.call('rescheduleBooking', { params: { id }, body: { scheduledDate } });
  const refused = await move(after);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'hours_short', message: expect.stringContaining('2 h') },
  ]);
  expect((await client.call('readBooking', { params: { id } })).body.scheduledDate).toBe(before);
  expect((await move('2026-12-06T22:30:00.000Z')).status).toBe(200);
});

test('the team’s move to such a time is refused with the reason, and the booking stays', async () => {
  const { user, book, client } = await aMember();
  const team = await server.as(await anAdmin(server.deps.db));
  const { id } = (await book(5, before)).body;
  const move = (scheduledDate: string, expectedDate = before) =>
    team.call('moveBooking', { params: { id }, body: { scheduledDate, expectedDate, schedule: true } });
  const refused = await move(after);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'hours_short', message: expect.stringContaining('2 h of its customer’s hours') },
  ]);
  expect((await client.call('readBooking', { params: { id } })).body).toMatchObject({
    scheduledDate: before,
    status: 'pending',
    moves: [],
  });
  const sooner = '2026-12-06T22:30:00.000Z';
  expect((await move(sooner)).status).toBe(200);
  // Hours paid by card do not expire, and neither do bookings paid by card alone.
  const agreed = (await book(5, muchLater, { missingHours: 5, amountCents: 5 * 11_675 })).body;
  const past = await team.call('moveBooking', {
    params: { id: agreed.id },
    body: { scheduledDate: '2027-07-01T22:30:00.000Z', expectedDate: muchLater },
  });
  expect(past.status).toBe(200);
  const { id: paid } = await aBooking(server.deps.db, {
    user_id: user.id,
    payment_type: 'one_time',
    scheduled_date: before,
  });
  const body = { scheduledDate: muchLater, expectedDate: before };
  expect((await team.call('moveBooking', { params: { id: paid }, body })).status).toBe(200);
});

test('a quote in hours depends on the time of its visit', async () => {
  const { user } = await aMember();
  const request = await aRequest(server, { user });
  const quoteId = await request.quoted({
    kind: 'hours',
    amountCents: undefined,
    hours: 5,
    scheduledDate: after,
    expiresAt: '2026-12-20T00:00:00.000Z',
  });
  expect((await request.read()).quote?.terms).toMatchObject({ freeHours: 3, missingHours: 2 });
  expect((await request.accept(quoteId)).body.code).toBe('hours_short');
});

test('a new plan does not pay for a visit after its hours have expired', async () => {
  const { user, client } = await aMember();
  const { db } = server.deps;
  const waits = async (estimated_minutes: number, scheduled_date: string) =>
    (
      await aBooking(db, {
        user_id: user.id,
        estimated_minutes,
        scheduled_date,
        unpaid_since: '2026-11-20T01:00:00.000Z',
      })
    ).id;
  const [late, soon] = [await waits(200, after), await waits(200, before)];
  const covered = await db
    .transaction()
    .execute((tx) => planPaid(tx, user.id, server.clock.now().toISOString()));
  expect(covered).toEqual([soon]);
  const unpaidUntil = async (id: string) =>
    (await client.call('readBooking', { params: { id } })).body.unpaidUntil;
  expect(await unpaidUntil(soon)).toBeUndefined();
  expect(await unpaidUntil(late), 'it waits on').toBe('2026-11-21T01:00:00.000Z');
});
