import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { customService, serviceOf } from '../../../seed/offer.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  await seedCatalogue(db);
});
afterAll(() => server.close());

const minutesFromNow = (minutes: number) =>
  new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();
const wanted = (more: object = {}) => ({
  serviceId: 'custom-service',
  serviceName: 'Piano tuning',
  description: 'An upright from 1972, not tuned for years.',
  estimatedHours: 2.5,
  scheduledDate: minutesFromNow(3 * 24 * 60),
  priority: 'urgent',
  location: '12 Wattle Street, Newtown',
  contactInfo: '0400 000 000',
  notes: 'Custom Service Request: Piano tuning\nNotes: Mind the cat',
  paymentType: 'custom_quote',
  ...more,
});
const stored = (userId: string) =>
  db
    .selectFrom('bookings as b')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .selectAll('r')
    .select(['b.id', 'b.service_id', 'b.status', 'b.price_cents', 'b.estimated_minutes', 'b.user_id'])
    .where('b.user_id', '=', userId)
    .execute();

test('a request is a pending booking under the customer’s title, wherever it is read', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const { status, body } = await client.call('requestCustomService', { body: wanted() });
  expect(status).toBe(200);
  const presented = {
    id: body.id,
    status: 'pending',
    paymentType: 'custom_quote',
    estimatedHours: 2.5,
    notes: 'Custom Service Request: Piano tuning\nNotes: Mind the cat',
    service: { name: 'Piano tuning', estimatedHours: 2.5 },
    user: { email: user.email },
  };
  expect(body).toMatchObject(presented);
  expect((await client.call('listBookings')).body).toMatchObject([presented]);
  const detail = await client.call('readBooking', { params: { id: body.id } });
  expect(detail.body).toMatchObject({
    ...presented,
    details: {
      serviceName: 'Piano tuning',
      description: 'An upright from 1972, not tuned for years.',
      priority: 'urgent',
      location: '12 Wattle Street, Newtown',
      contactInfo: '0400 000 000',
      notes: 'Mind the cat',
      asSent: presented.notes,
    },
    statusChanges: [{ from: null, to: 'pending', at: body.createdAt }],
  });
  const admin = await server.as(await anAdmin(db));
  const all = await admin.call('listAllBookings');
  expect(all.body.find((b) => b.id === body.id)).toMatchObject(presented);
  expect(await stored(user.id)).toEqual([
    {
      id: body.id,
      booking_id: body.id,
      user_id: user.id,
      service_id: customService.id,
      status: 'pending',
      price_cents: null,
      estimated_minutes: 150,
      service_name: 'Piano tuning',
      description: 'An upright from 1972, not tuned for years.',
      priority: 'urgent',
      location: '12 Wattle Street, Newtown',
      contact_info: '0400 000 000',
      state: 'waiting',
      // The present minute, and the rank of an urgent request.
      turn: `${body.createdAt.slice(0, 16)}1`,
      quote_id: null,
      quote_until: null,
      answered_at: null,
    },
  ]);
});

test('notes begin with the words that the team looks for, whatever the client wrote', async () => {
  const client = await server.as(await aUser(db));
  const notesOf = async (notes: string | undefined) =>
    (await client.call('requestCustomService', { body: wanted({ notes }) })).body.notes;
  expect(await notesOf('Ring twice')).toBe('Custom Service Request: Piano tuning\nNotes: Ring twice');
  expect(await notesOf(undefined)).toBe('Custom Service Request: Piano tuning');
  expect(await notesOf(' ')).toBe('Custom Service Request: Piano tuning');
});

test('the service of requests is never listed, found or bookable', async () => {
  const client = await server.as(await aUser(db));
  const { id } = customService;
  expect((await client.call('listServices')).body.map((s) => s.id)).not.toContain(id);
  expect((await client.call('readService', { params: { id } })).status).toBe(404);
  const booked = await client.call('createBooking', {
    body: { serviceId: id, scheduledDate: minutesFromNow(60), notes: 'x', paymentType: 'subscription' },
  });
  expect(booked.status).toBe(404);
  const paid = await client.call('createPaymentIntent', {
    body: {
      serviceId: id,
      bookingData: {
        customerName: 'Ann Lee',
        phone: '0400 000 000',
        email: 'ann@example.com',
        address: '12 Wattle Street',
        scheduledDate: minutesFromNow(60),
      },
    },
  });
  expect(paid.status).toBe(404);
});

test('twenty simultaneous repeats make one request, and each gets it as the answer', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const body = wanted();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call('requestCustomService', { body, idempotencyKey })),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((a) => a.body.id)).size).toBe(1);
  expect(await stored(user.id)).toHaveLength(1);
});

test('a repeat finds its request after a move', async () => {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const body = wanted();
  const first = await client.call('requestCustomService', { body, idempotencyKey });
  await client.call('rescheduleBooking', {
    params: { id: first.body.id },
    body: { scheduledDate: minutesFromNow(10_000) },
  });
  const again = await client.call('requestCustomService', { body, idempotencyKey });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
});

test('a repeat is answered also after its time has passed', async () => {
  const client = await server.as(await aUser(db));
  const idempotencyKey = randomUUID();
  const body = wanted({ scheduledDate: minutesFromNow(60) });
  const first = await client.call('requestCustomService', { body, idempotencyKey });
  server.clock.advance({ hours: 2 });
  const again = await client.call('requestCustomService', { body, idempotencyKey });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
});

test.each([
  { serviceName: 'Organ tuning' },
  { description: 'Another piano altogether.' },
  { estimatedHours: 3 },
  { priority: 'standard' },
  { location: 'Somewhere else' },
  { contactInfo: 'ann@example.com' },
  { notes: 'Custom Service Request: other' },
])('a key with another content is refused: %o', async (other) => {
  const user = await aUser(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const body = wanted();
  await client.call('requestCustomService', { body, idempotencyKey });
  const refused = await client.call('requestCustomService', { body: { ...body, ...other }, idempotencyKey });
  expect([refused.status, refused.body.code]).toEqual([409, 'key_reused']);
  expect(await stored(user.id)).toHaveLength(1);
});

test('a key of a catalogue booking is refused, and another person may use the same key', async () => {
  const [ann, bob] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const idempotencyKey = randomUUID();
  const booking = {
    serviceId: serviceOf('lawn-mowing').id,
    scheduledDate: minutesFromNow(60),
    notes: 'x',
    paymentType: 'subscription',
  };
  await ann.call('createBooking', { body: booking, idempotencyKey });
  const refused = await ann.call('requestCustomService', { body: wanted(), idempotencyKey });
  expect([refused.status, refused.body.code]).toEqual([409, 'key_reused']);
  expect((await bob.call('requestCustomService', { body: wanted(), idempotencyKey })).status).toBe(200);
  const other = await bob.call('createBooking', { body: booking, idempotencyKey });
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
});

test('a past time is refused, except one that passed while the form was filled in', async () => {
  const client = await server.as(await aUser(db));
  const at = async (minutes: number) =>
    (await client.call('requestCustomService', { body: wanted({ scheduledDate: minutesFromNow(minutes) }) }))
      .status;
  expect(await at(-14)).toBe(200);
  expect(await at(-16)).toBe(400);
  const { body } = await client.call('requestCustomService', {
    body: wanted({ scheduledDate: minutesFromNow(-60) }),
  });
  expect(body.fields).toEqual({ scheduledDate: 'Please select a preferred date and time' });
});

const hours = 'Please estimate how many hours this might take';
test.each([
  ['serviceName', 'ab', 'abc', 'Service name must be at least 3 characters'],
  ['description', '123456789', '1234567890', 'Please provide a detailed description (minimum 10 characters)'],
  ['estimatedHours', 0, 0.5, hours],
  ['estimatedHours', 20.5, 20, hours],
  ['estimatedHours', 1.25, 1.5, hours],
  [
    'scheduledDate',
    '',
    new Date(Date.now() + 30 * 86_400_000).toISOString(),
    'Please select a preferred date and time',
  ],
  ['location', '1234', '12345', 'Please provide the location of the service'],
  ['contactInfo', '123456789', '1234567890', 'Please provide your contact information'],
])('%s: %o is refused with its message, %o is not', async (name, outside, inside, message) => {
  const user = await aUser(db);
  const client = await server.as(user);
  const refused = await client.call('requestCustomService', { body: wanted({ [name]: outside }) });
  expect([refused.status, refused.body.fields]).toEqual([400, { [name]: message }]);
  expect(await stored(user.id)).toEqual([]);
  expect((await client.call('requestCustomService', { body: wanted({ [name]: inside }) })).status).toBe(200);
});

test('unknown priorities, services and payments are refused', async () => {
  const client = await server.as(await aUser(db));
  const bodies = [{ priority: 'whenever' }, { serviceId: customService.id }, { paymentType: 'subscription' }];
  for (const more of bodies) {
    expect((await client.call('requestCustomService', { body: wanted(more) })).status).toBe(400);
  }
});

test('the server decides the customer, status, price and times', async () => {
  const [user, other] = [await aUser(db), await aUser(db)];
  const client = await server.as(user);
  const body = wanted({
    userId: other.id,
    status: 'completed',
    priceAmount: 1,
    price_cents: 1,
    role: 'admin',
  });
  expect((await client.call('requestCustomService', { body })).status).toBe(200);
  expect(await stored(other.id)).toEqual([]);
  expect(await stored(user.id)).toMatchObject([{ status: 'pending', price_cents: null }]);
});

test('a visitor is asked to sign in, and another person’s request is not found', async () => {
  const visitor = await server.anyone.call('requestCustomService', { body: wanted() });
  expect([visitor.status, visitor.body.code]).toEqual([401, 'unauthorized']);
  const { body } = await (await server.as(await aUser(db))).call('requestCustomService', { body: wanted() });
  const stranger = await server.as(await aUser(db));
  expect((await stranger.call('readBooking', { params: { id: body.id } })).status).toBe(404);
  expect((await stranger.call('listBookings')).body).toEqual([]);
});
