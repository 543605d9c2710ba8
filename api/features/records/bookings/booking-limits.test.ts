import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let serviceId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { OPEN_BOOKINGS: '3' } });
  db = server.deps.db;
  serviceId = (await aService(db)).id;
  await aService(db, { slug: 'custom-service', price_cents: null });
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const withPlan = (client: Client, scheduledDate = inDays(5), key: string = randomUUID()) =>
  client.call('createBooking', {
    body: { serviceId, scheduledDate, notes: 'Hello', paymentType: 'subscription' },
    headers: { 'idempotency-key': key },
  });
const withCard = (client: Client, scheduledDate = inDays(5), idempotencyKey: string = randomUUID()) =>
  client.call('createPaymentIntent', {
    idempotencyKey,
    body: {
      serviceId,
      bookingData: {
        customerName: 'Alex Nguyen',
        phone: '0412 345 678',
        email: 'alex@example.com',
        address: '12 Wattle Street, Newtown',
        scheduledDate,
      },
    },
  });
const open = async (userId: string) =>
  (await db.selectFrom('bookings').select('id').where('user_id', '=', userId).execute()).length;

test('the limit of open bookings also holds for many simultaneous calls', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  await aBooking(db, { user_id: user.id, service_id: serviceId, status: 'completed' });
  const key = randomUUID();
  const at = inDays(40);
  expect((await withPlan(client, at, key)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 6 }, () => withPlan(client)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  expect(await open(user.id)).toBe(4);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('3 bookings') });
  expect((await withCard(client)).status, 'nothing is paid that could not be booked').toBe(409);
  expect((await withPlan(client, at, key)).status, 'a repeat is no other').toBe(200);
  expect((await withPlan(await server.as(await aUser(db)))).status, 'another person').toBe(200);
});

test('cancelled bookings count against the daily limit', async () => {
  const strict = await startTestServer({ beside: server, env: { BOOKINGS_PER_DAY: '3' } });
  const user = await aUser(db);
  const client = await strict.as(user);
  const key = randomUUID();
  const at = inDays(50);
  const bookedAndOff = async (key: string = randomUUID()) => {
    const { status, headers, body } = await withPlan(client, at, key);
    if (status === 200)
      await client.call('cancelBooking', { params: { id: body.id }, body: { outcome: 'free' } });
    return { status, headers, body };
  };
  expect((await bookedAndOff(key)).status).toBe(200);
  strict.clock.advance({ hours: 6 });
  await bookedAndOff();
  const last = await Promise.all([withPlan(client), withPlan(client), withPlan(client)]);
  expect(last.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  const refused = await bookedAndOff();
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('call us'),
  });
  const again = Number(refused.headers.get('retry-after'));
  expect(again).toBeGreaterThan(17 * 3600);
  expect(again).toBeLessThanOrEqual(18 * 3600);
  expect((await withCard(client)).status, 'nor with a card').toBe(429);
  const request = {
    serviceId: 'custom-service',
    serviceName: 'Fix the gate',
    description: 'It hangs and does not close',
    estimatedHours: 2,
    scheduledDate: inDays(20),
    priority: 'standard',
    location: '12 Wattle Street',
    contactInfo: '0412 345 678',
    paymentType: 'custom_quote',
  };
  expect((await client.call('requestCustomService', { body: request })).status, 'nor on request').toBe(429);
  expect((await withPlan(client, at, key)).status, 'a repeat is no other').toBe(200);
  expect((await withPlan(await strict.as(await aUser(db)))).status, 'another person').toBe(200);
  strict.clock.advance({ seconds: again });
  expect((await withPlan(client, inDays(60))).status).toBe(200);
  expect((await withPlan(client, inDays(60))).status, 'those of the last day count').toBe(429);
  await strict.close();
});

test('unpaid payments count against a daily limit, and a repeat begins none', async () => {
  const strict = await startTestServer({ beside: server, env: { BOOKINGS_PER_DAY: '3' } });
  const client = await strict.as(await aUser(db));
  const key = randomUUID();
  const at = inDays(5);
  expect((await withCard(client, at, key)).status).toBe(200);
  strict.clock.advance({ hours: 6 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => withCard(client)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  const refused = await withCard(client);
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('call us'),
  });
  expect((await withCard(client, at, key)).status).toBe(200);
  expect((await withPlan(client)).status, 'a booking with the plan is none').toBe(200);
  strict.clock.advance({ seconds: Number(refused.headers.get('retry-after')) });
  expect((await withCard(client)).status).toBe(200);
  await strict.close();
});

test('bookings and moves beyond two years are refused', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const team = await server.as(await anAdmin(db));
  const booking = await aBooking(db, {
    user_id: user.id,
    service_id: serviceId,
    scheduled_date: inDays(10),
  });
  const { id, scheduled_date: expectedDate } = booking;
  for (const far of [inDays(2 * 366), '9999-12-31T23:59:59.000Z']) {
    const answers = await Promise.all([
      withPlan(client, far),
      withCard(client, far),
      client.call('rescheduleBooking', { params: { id }, body: { scheduledDate: far } }),
      team.call('moveBooking', { params: { id }, body: { scheduledDate: far, expectedDate } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  }
  const to = inDays(2 * 365 - 1);
  expect(
    (await client.call('rescheduleBooking', { params: { id }, body: { scheduledDate: to } })).status,
  ).toBe(200);
});
