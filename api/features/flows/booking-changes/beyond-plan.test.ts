import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { grantForInvoice } from '../../records/hours/hours.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

/** A person without a plan, and a service of five hours. */
async function aNewcomer() {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const { id: serviceId } = await aService(db, { estimated_minutes: 300 });
  return { user, client, serviceId };
}

test('a visit after the expiry of a first month’s hours cannot be booked with an unpaid plan, and the form says so', async () => {
  const { client, serviceId } = await aNewcomer();
  const termsAt = async (scheduledDate: string) =>
    (await client.call('readBookingTerms', { query: { serviceId, scheduledDate } })).body;
  const bookAt = (scheduledDate: string) =>
    client.call('createBooking', {
      body: { serviceId, scheduledDate, notes: '', paymentType: 'subscription' },
    });
  // The month ends on 20 December. Its hours stay valid for three more months by Sydney’s clock, whose offset does
  // not change in that time.
  const planServesUntil = '2027-03-20T02:00:00.000Z';
  const [within, beyond] = ['2027-03-20T01:59:00.000Z', planServesUntil];
  expect(await termsAt(within)).not.toHaveProperty('planServesUntil');
  expect(await termsAt(within)).toMatchObject({ missingHours: 0 });
  expect(await termsAt(beyond)).toMatchObject({ planServesUntil, freeHours: 0, missingHours: 5, past: null });
  const refused = await bookAt(beyond);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'hours_short', message: expect.stringContaining('will have expired by this visit') },
  ]);
  expect((await client.call('listBookings')).body).toEqual([]);
  expect((await bookAt(within)).status).toBe(200);
});

test('the form’s limit is the expiry of a first month’s hours, also at the end of a month and across a change of clocks', async () => {
  server.clock.set('2027-01-31T02:00:00.000Z');
  const { client, serviceId, user } = await aNewcomer();
  const query = { serviceId, scheduledDate: '2028-01-01T00:00:00.000Z' };
  const { planServesUntil } = (await client.call('readBookingTerms', { query })).body;
  const { id: subscriptionId } = await aPlan(server.deps.db, { user_id: user.id });
  const invoiceId = `in_${randomUUID()}`;
  await server.deps.db.transaction().execute((tx) =>
    grantForInvoice(tx, {
      userId: user.id,
      subscriptionId,
      invoiceId,
      kind: 'period',
      version: firstVersion('basic'),
      minutes: 300,
      periodStart: '2027-01-31T02:00:00.000Z',
      periodEnd: '2027-02-28T02:00:00.000Z',
      timeZone: server.deps.env.BUSINESS_TIME_ZONE,
      now: '2027-01-31T02:00:00.000Z',
    }),
  );
  const { expires_at } = await server.deps.db
    .selectFrom('hour_grants')
    .select('expires_at')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  expect(planServesUntil).toBe(expires_at);
});

test('an unpaid booking after that expiry shows the limit, and no plan pays for it', async () => {
  const { user, client } = await aNewcomer();
  const { id } = await aBooking(server.deps.db, {
    user_id: user.id,
    scheduled_date: '2027-05-01T00:00:00.000Z',
    unpaid_since: '2026-11-20T01:00:00.000Z',
  });
  expect((await client.call('readBooking', { params: { id } })).body.terms).toMatchObject({
    planServesUntil: '2027-03-20T02:00:00.000Z',
  });
  const refused = await client.call('payWaitingBooking', { params: { id }, body: {} });
  expect([refused.status, refused.body.code]).toEqual([409, 'hours_short']);
});

test('neither customer nor team can move a booking that waits for a first plan past the expiry of its hours', async () => {
  const { client, serviceId } = await aNewcomer();
  const expectedDate = '2026-12-01T22:30:00.000Z';
  const { id } = (
    await client.call('createBooking', {
      body: { serviceId, scheduledDate: expectedDate, notes: '', paymentType: 'subscription' },
    })
  ).body;
  const team = await server.as(await anAdmin(server.deps.db));
  const params = { id };
  const [within, beyond] = ['2027-03-20T01:59:00.000Z', '2027-03-20T02:00:00.000Z'];
  const refused = [
    await client.call('rescheduleBooking', { params, body: { scheduledDate: beyond } }),
    await team.call('moveBooking', { params, body: { scheduledDate: beyond, expectedDate } }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'hours_short'],
    [409, 'hours_short'],
  ]);
  expect(refused[0]?.body).toMatchObject({
    message: expect.stringContaining('will have expired by then, so it was not moved'),
  });
  const read = async () => (await client.call('readBooking', { params })).body;
  expect(await read()).toMatchObject({ scheduledDate: expectedDate, moves: [] });
  const moved = await team.call('moveBooking', { params, body: { scheduledDate: within, expectedDate } });
  expect(moved.status).toBe(200);
  const back = await client.call('rescheduleBooking', { params, body: { scheduledDate: expectedDate } });
  expect(back.status).toBe(200);
  expect((await read()).terms).toBeUndefined();
});
