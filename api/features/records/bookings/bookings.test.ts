import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aPayment, aService, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { manyTaps, tapOften } from '../../../testing/servers/taps.ts';
import { rememberWords } from '../account/people-search/people-search.service.ts';
import { bookPaid } from './bookings.service.ts';

let server: TestServer;
let db: Db;
let serviceId: string;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  serviceId = (await aService(db, { estimated_minutes: 90 })).id;
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
const wanted = (more: object = {}) => ({
  serviceId,
  scheduledDate: inDays(3),
  notes: 'Ring the bell twice',
  paymentType: 'subscription',
  ...more,
});
const stored = (userId: string) =>
  db.selectFrom('bookings').selectAll().where('user_id', '=', userId).execute();

/** Follows the `Link` header to the last page. */
async function everyPage(
  read: (query: Record<string, string>) => Promise<{ headers: Headers; body: unknown }>,
) {
  const pages: unknown[] = [];
  let query: Record<string, string> = {};
  for (;;) {
    const { headers, body } = await read(query);
    pages.push(body);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (!next) return pages;
    query = Object.fromEntries(new URL(next, server.url).searchParams);
  }
}

test('a member books with a plan, and the server decides the customer, the status and the length', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const { status, body } = await client.call('createBooking', { body: wanted() });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'pending',
    paymentType: 'subscription',
    estimatedHours: 1.5,
    actualHours: null,
    notes: 'Ring the bell twice',
    user: { email: user.email },
    service: { id: serviceId },
  });
  const read = await client.call('readBooking', { params: { id: body.id } });
  expect(read.body.statusChanges).toEqual([
    { from: null, to: 'pending', at: body.createdAt, by: 'customer' },
  ]);
});

test('a list names the place of each visit in one line, and leaves it out where none was given', async () => {
  const client = await server.as(await aUser(db));
  const details = {
    customerName: 'Olivia Bennett',
    phone: '0491 570 156',
    email: 'olivia@example.com',
    address: '12 Rosella Street',
    city: 'Marrickville',
    state: 'NSW',
    postalCode: '2204',
    emergencyContact: 'Tom Bennett',
    emergencyPhone: '0491 570 157',
    subscriptionTier: 'standard',
  };
  const { notes: _, ...plain } = wanted();
  for (const body of [wanted(), { ...plain, details }])
    expect(await client.call('createBooking', { body })).toMatchObject({ status: 200 });
  const { body } = await client.call('listBookings');
  const places = body.map(({ place }) => place);
  expect(new Set(places)).toEqual(new Set([undefined, '12 Rosella Street, Marrickville']));
});

test('a client’s claims about itself, the price or the status change nothing', async () => {
  const user = await aUser(db);
  const other = await aUser(db);
  const client = await server.as(user);
  const { status } = await client.call('createBooking', {
    body: wanted({
      id: randomUUID(),
      userId: other.id,
      user_id: other.id,
      user: { email: other.email },
      role: 'admin',
      status: 'completed',
      estimatedHours: 40,
      actualHours: 40,
      priceAmount: 1,
      price_cents: 1,
      createdAt: '2020-01-01T00:00:00.000Z',
    }),
  });
  expect(status).toBe(200);
  expect(await stored(other.id)).toEqual([]);
  const [booking] = await stored(user.id);
  expect(booking).toMatchObject({
    user_id: user.id,
    status: 'pending',
    estimated_minutes: 90,
    actual_minutes: null,
    price_cents: null,
  });
  expect(booking?.created_at.slice(0, 4)).not.toBe('2020');
  const { role_id } = await db
    .selectFrom('users')
    .select('role_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(role_id).toBeNull();
});

test('many taps on Book at once make one booking, and each gets it as the answer', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const body = wanted();
  const answers = await tapOften(() => client.call('createBooking', { body, idempotencyKey }));
  expect(answers.map((a) => a.status)).toEqual(Array(manyTaps).fill(200));
  expect(new Set(answers.map((a) => a.body.id)).size).toBe(1);
  expect(await stored(user.id)).toHaveLength(1);
  const changes = await db
    .selectFrom('booking_status_changes')
    .select('seq')
    .where('booking_id', '=', answers[0]?.body.id ?? '')
    .execute();
  expect(changes).toEqual([{ seq: 1 }]);
});

test('a key of another booking is refused, and another person may use the same key', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const first = await client.call('createBooking', { body: wanted(), idempotencyKey });
  const again = await client.call('createBooking', { body: wanted({ notes: 'Else' }), idempotencyKey });
  expect([again.status, again.body.code]).toEqual([409, 'key_reused']);
  const other = await aUser(db);
  const theirs = await (await server.as(other)).call('createBooking', { body: wanted(), idempotencyKey });
  expect(theirs.status).toBe(200);
  expect(theirs.body.id).not.toBe(first.body.id);
});

test('a repeat finds its booking after a move', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const body = wanted();
  const first = await client.call('createBooking', { body, idempotencyKey });
  for (const days of [5, 6])
    await client.call('rescheduleBooking', {
      params: { id: first.body.id },
      body: { scheduledDate: inDays(days) },
    });
  const again = await client.call('createBooking', { body, idempotencyKey });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  expect(await stored(user.id)).toHaveLength(1);
});

test('a form that took a quarter of an hour may still be sent, and no later', async () => {
  const client = await server.as(await aUser(db));
  const minutesAgo = (minutes: number) => inDays(-minutes / (24 * 60));
  const book = (scheduledDate: string) => client.call('createBooking', { body: wanted({ scheduledDate }) });
  expect((await book(minutesAgo(14))).status).toBe(200);
  expect((await book(minutesAgo(16))).status).toBe(400);
});

test('a past time is refused in the form’s words; a repeat is still answered', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const refused = await client.call('createBooking', { body: wanted({ scheduledDate: inDays(-1) }) });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
  expect(refused.body.fields).toEqual({ scheduledDate: 'Please select a preferred date and time' });
  expect(await stored(user.id)).toEqual([]);

  const idempotencyKey = randomUUID();
  const body = wanted({ scheduledDate: inDays(1) });
  const first = await client.call('createBooking', { body, idempotencyKey });
  server.clock.advance({ days: 2 });
  const repeat = await client.call('createBooking', { body, idempotencyKey });
  server.clock.advance({ days: -2 });
  expect(repeat.body).toEqual(first.body);
});

test('an unknown or withdrawn service cannot be booked', async () => {
  const client = await server.as(await aUser(db));
  const retired = await aService(db, { active: 0 });
  for (const id of [randomUUID(), retired.id]) {
    const { status, body } = await client.call('createBooking', { body: wanted({ serviceId: id }) });
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});

test('the list is newest first, page by page, and only the person’s own', async () => {
  const user = await aUser(db);
  await aBooking(db);
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    // Two share each instant, so that the id must decide the order.
    const created_at = `2026-11-02T01:00:0${n >> 1}.000Z`;
    ids.push((await aBooking(db, { user_id: user.id, service_id: serviceId, created_at })).id);
  }
  const client = await server.as(user);
  const all = await client.call('listBookings');
  expect(all.headers.get('link')).toBeNull();
  expect(all.body.map((b) => b.id).sort()).toEqual(ids.sort());
  const times = all.body.map((b) => b.createdAt);
  expect(times).toEqual([...times].sort().reverse());

  const pages = await everyPage((query) => client.call('listBookings', { query: { limit: 3, ...query } }));
  expect(pages.map((page) => (page as unknown[]).length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(all.body);
});

test('an unknown cursor is refused', async () => {
  const client = await server.as(await aUser(db));
  for (const cursor of ['x', "2026-11-02T01:00:00.000Z,' or 1=1", '']) {
    const { status, body } = await client.call('listBookings', { query: { cursor } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  }
});

test('another person’s booking looks like an unknown one, and administrators see all', async () => {
  const booking = await aBooking(db);
  const params = { id: booking.id };
  const stranger = await server.as(await aUser(db));
  const theirs = await stranger.call('readBooking', { params });
  const never = await stranger.call('readBooking', { params: { id: randomUUID() } });
  const malformed = await stranger.call('readBooking', { params: { id: 'x' } });
  expect([theirs.status, never.status, malformed.status]).toEqual([404, 404, 404]);
  expect(theirs.body).toEqual({ ...never.body, requestId: theirs.body.requestId });

  const admin = await server.as(await anAdmin(db));
  expect((await admin.call('readBooking', { params })).body.id).toBe(booking.id);
  const pages = await everyPage((query) => admin.call('listAllBookings', { query: { limit: 10, ...query } }));
  expect(pages.flat()).toHaveLength((await db.selectFrom('bookings').select('id').execute()).length);
  expect((await admin.call('listBookings')).body).toEqual([]);
});

test('a visitor gets 401', async () => {
  const booking = await aBooking(db);
  const answers = [
    await server.anyone.call('listBookings'),
    await server.anyone.call('readBooking', { params: { id: booking.id } }),
    await server.anyone.call('createBooking', { body: wanted() }),
    await server.anyone.call('listAllBookings'),
  ];
  expect(answers.map((a) => a.status)).toEqual([401, 401, 401, 401]);
});

test('a payment books once, however many doors ask at the same time', async () => {
  const user = await aUser(db);
  const awaiting = { user_id: user.id, service_id: serviceId, status: 'awaiting', paid_at: null } as const;
  const { id: paymentId } = await aPayment(db, awaiting);
  const paid = {
    paymentId,
    userId: user.id,
    serviceId,
    scheduledDate: inDays(2),
    serviceName: 'House cleaning',
    serviceMinutes: null,
    details: {},
    answers: [],
    priceCents: 18_900,
    now: inDays(0),
  };
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => db.transaction().execute((tx) => bookPaid(tx, paid))),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await stored(user.id)).toMatchObject([
    { id: ids[0], status: 'pending', payment_type: 'one_time', price_cents: 18_900, estimated_minutes: 90 },
  ]);
});

test('the team finds a customer and their bookings by a telephone number, however either typed it', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const admin = await server.as(await anAdmin(db));
  const { body: booking } = await client.call('createBooking', {
    body: wanted({ notes: 'Phone: 0412 765 432\nNotes: Mind the cat' }),
  });
  const found = async (text: string) => [
    (await admin.call('listCustomers', { query: { text } })).body.map(({ id }) => id),
    (await admin.call('listAllBookings', { query: { text } })).body.map(({ id }) => id),
  ];
  for (const text of ['0412 765 432', '+61 412 765 432', '412765432', '(0412) 765-432'])
    expect([text, ...(await found(text))]).toEqual([text, [user.id], [booking.id]]);
  expect(await found('0412 765 433')).toEqual([[], []]);
  // A sign-in stores the words of the name anew.
  await rememberWords(db, { ...user, first_name: 'Renamed' });
  expect(await found('0412 765 432')).toEqual([[user.id], [booking.id]]);
});
