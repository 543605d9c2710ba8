import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import {
  aBooking,
  aCategory,
  aMessage,
  aPayment,
  aService,
  aUser,
} from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
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

const list = async (query: Record<string, string | number> = {}) =>
  (await admin.call('listAllBookings', { query })).body;
const ids = async (query: Record<string, string | number> = {}) => (await list(query)).map(({ id }) => id);
const counts = async (query: Record<string, string> = {}) =>
  (await admin.call('summariseBookings', { query })).body.tabs;
const exact = (numbers: number[]) => {
  const [pending, scheduled, in_progress, completed, all] = numbers.map((count) => ({ count, more: false }));
  return { pending, scheduled, in_progress, completed, all };
};

/**
 * Bookings of one customer, so that other tests’ bookings do not appear; the n-th is made n minutes after the first.
 */
async function theirs(given: Parameters<typeof aBooking>[1][], person: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(db, person);
  const made = [];
  for (const [n, one] of given.entries()) {
    const created_at = new Date(Date.parse('2026-11-10T00:00:00.000Z') + n * 60_000).toISOString();
    made.push(await aBooking(db, { user_id: user.id, created_at, ...one }));
  }
  return { user, ids: made.map(({ id }) => id) };
}

test('the team sees each booking’s customer, payment and last writer', async () => {
  const {
    user,
    ids: [id = ''],
  } = await theirs([{}], { first_name: 'Mia', last_name: 'Wu' });
  await aMessage(db, { booking_id: id, sender_type: 'admin', created_at: '2026-11-19T01:00:00.000Z' });
  await aMessage(db, { booking_id: id, created_at: '2026-11-19T02:00:00.000Z' });
  const [booking] = await list({ customer: user.id });
  expect(booking).toMatchObject({
    id,
    user: { email: user.email },
    customer: { id: user.id, name: 'Mia Wu', email: user.email },
    payment: { type: 'subscription', amountCents: null, status: null },
    thread: { count: 2, lastAt: '2026-11-19T02:00:00.000Z', lastFrom: 'customer' },
  });
  const { body } = await admin.call('readAnyBooking', { params: { id } });
  expect(body).toMatchObject({ id, thread: { count: 2 }, statusChanges: [{ to: 'pending' }], moves: [] });
});

test('the team sees by name who comes, in every business that has workers', async () => {
  const {
    user,
    ids: [id = '', other = ''],
  } = await theirs([{ status: 'scheduled' }, { status: 'scheduled' }]);
  const workersOf = async () =>
    new Map((await list({ customer: user.id })).map((booking) => [booking.id, booking.workers]));
  expect((await workersOf()).get(id)).toBeUndefined();
  const [mia, tom] = [await aWorker(db, { name: 'Mia Rossi' }), await aWorker(db, { name: 'Tom Ng' })];
  const times = { starts_at: '2026-11-23T00:00:00.000Z', ends_at: '2026-11-23T02:00:00.000Z' };
  await db
    .insertInto('planned_visits')
    .values(
      [tom, mia].map((worker) => ({
        ...{ id: randomUUID(), worker_id: worker.id, booking_id: id, hold_id: null, postcode: null },
        ...times,
      })),
    )
    .execute();
  const shown = await workersOf();
  expect(shown.get(id)?.map(({ name }) => name)).toEqual(['Mia Rossi', 'Tom Ng']);
  expect(shown.get(other)).toEqual([]);
});

test('the team can dial a booking’s sure numbers, and reads all of them as they were typed', async () => {
  const contact = 'Phone: +61 (0)412 345 678\nEmergency phone: (02) 9999 1234';
  const requested = 'Custom Service Request: Piano tuning\nContact: ann.0412345678@lee.example';
  const sure = { '+61 (0)412 345 678': '+61412345678', '(02) 9999 1234': '+61299991234' };
  const { ids } = await theirs([
    { notes: contact },
    { notes: 'Phone: ask Ann 9999' },
    { notes: requested },
    {},
  ]);
  const tels = [];
  for (const id of ids) {
    const { body } = await admin.call('readAnyBooking', { params: { id } });
    tels.push(body.tels);
  }
  expect(tels).toEqual([sure, {}, {}, {}]);
  const first = await admin.call('readAnyBooking', { params: { id: ids[0] ?? '' } });
  expect(first.body.notes).toBe(contact);
});

test('unpaid bookings have their own filter in the list, the counts and the file, without cancelled ones', async () => {
  const unpaid_since = '2026-11-20T00:00:00.000Z';
  const {
    user,
    ids: [, first, second],
  } = await theirs([{}, { unpaid_since }, { unpaid_since }, { unpaid_since, status: 'cancelled' }]);
  const other = await theirs([{ unpaid_since }]);
  const query = { payment: 'unpaid', customer: user.id };
  expect(await ids(query)).toEqual([second, first]);
  expect(await ids({ payment: 'unpaid' })).toEqual([second, first, ...other.ids]);
  expect(await ids({ ...query, status: 'cancelled' })).toEqual([]);
  expect(await ids({ ...query, text: 'no such words' })).toEqual([]);
  expect(await ids({ ...query, from: '2031-01-01' })).toEqual([]);
  expect(await counts(query)).toEqual(exact([2, 0, 0, 0, 2]));
  const page = await admin.raw('GET', '/api/admin/bookings?payment=unpaid&limit=2');
  const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const rest = (await (await admin.raw('GET', next)).json()) as { id: string }[];
  expect(rest.map(({ id }) => id)).toEqual(other.ids);
  const file = await admin.raw('GET', `/api/admin/bookings/export.csv?payment=unpaid&customer=${user.id}`);
  const lines = (await file.text()).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.slice(1, 37))).toEqual([second, first]);
});

test('a card payment is shown with its amount and state', async () => {
  const user = await aUser(db);
  const service = await aService(db);
  const states = ['booked', 'refunding', 'refunded'] as const;
  for (const [n, status] of states.entries()) {
    const at = `2026-11-1${n}T00:00:00.000Z`;
    const payment = await aPayment(db, { user_id: user.id, service_id: service.id, status });
    await aBooking(db, {
      user_id: user.id,
      service_id: service.id,
      payment_type: 'one_time',
      payment_id: payment.id,
      created_at: at,
    });
  }
  const bookings = await list({ customer: user.id });
  expect(bookings.map(({ payment }) => payment)).toEqual(
    ['refunded', 'refunding', 'paid'].map((status) => ({
      type: 'one_time',
      amountCents: 18_900,
      status,
      request: null,
    })),
  );
});

test('bookings are filtered by status, days, category, payment and customer, and by all at once', async () => {
  const category = await aCategory(db);
  const [inside, outside] = [await aService(db, { category_id: category.id }), await aService(db)];
  // Midnight of 1 December in Sydney is 13:00 UTC of the day before.
  const [lastOfNovember, firstOfDecember] = ['2026-11-30T12:59:00.000Z', '2026-11-30T13:00:00.000Z'];
  const { user, ids: all } = await theirs([
    { status: 'pending', service_id: inside.id, scheduled_date: lastOfNovember },
    { status: 'scheduled', service_id: inside.id, scheduled_date: firstOfDecember },
    { status: 'scheduled', service_id: outside.id, scheduled_date: firstOfDecember },
    { status: 'cancelled', service_id: outside.id, scheduled_date: null, payment_type: 'one_time' },
  ]);
  const customer = user.id;
  const found = async (query: Record<string, string>) =>
    (await ids({ customer, ...query })).map((id) => all.indexOf(id)).sort();
  expect(await found({ status: 'scheduled' })).toEqual([1, 2]);
  expect(await found({ status: 'pending,cancelled' })).toEqual([0, 3]);
  expect(await found({ from: '2026-12-01' })).toEqual([1, 2]);
  expect(await found({ to: '2026-11-30' })).toEqual([0]);
  expect(await found({ from: '2026-12-01', to: '2026-12-01' })).toEqual([1, 2]);
  expect(await found({ category: category.id })).toEqual([0, 1]);
  expect(await found({ payment: 'one_time' })).toEqual([3]);
  expect(await found({ category: category.id, status: 'scheduled', from: '2026-12-01' })).toEqual([1]);
  expect(await found({ category: randomUUID() })).toEqual([]);
  expect(await counts({ customer })).toEqual(exact([1, 2, 0, 0, 4]));
  expect(await counts({ customer, status: 'pending' })).toEqual(exact([1, 2, 0, 0, 4]));
  expect(await counts({ customer, category: category.id })).toEqual(exact([1, 1, 0, 0, 2]));
  // The same without a customer is found in other ways.
  expect(await ids({ category: category.id })).toEqual([all[1], all[0]]);
  expect(await ids({ category: category.id, status: 'scheduled' })).toEqual([all[1]]);
  expect(await ids({ category: category.id, from: '2026-12-01', to: '2026-12-02' })).toEqual([all[1]]);
  expect(await counts({ category: category.id, to: '2026-11-30' })).toEqual(exact([1, 0, 0, 0, 1]));
});

test('a text finds bookings by number, by the customer’s name or address, and by the service’s name', async () => {
  const service = await aService(db, { name: 'Chimney sweeping' });
  const one = await theirs([{}, { service_id: service.id }], { first_name: 'Quentin', last_name: 'Abelard' });
  const two = await theirs([{ service_id: service.id, created_at: '2026-11-01T00:00:00.000Z' }], {
    email: 'quest@post.example',
  });
  const [first = '', swept = ''] = one.ids;
  const [other = ''] = two.ids;
  const short = first.slice(0, 8);
  for (const text of [short, `#${short}`, `Service #${short}`, short.toUpperCase(), first])
    expect([text, await ids({ text })]).toEqual([text, [first]]);
  expect(await ids({ text: 'quentin abel' })).toEqual([swept, first]);
  expect(await ids({ text: 'quest@post' })).toEqual([other]);
  expect(await ids({ text: 'que' })).toEqual([swept, first, other]);
  expect(await ids({ text: 'chimn swee' })).toEqual([swept, other]);
  expect(await ids({ text: 'quentin', status: 'completed' })).toEqual([]);
  expect(await ids({ text: 'nobody at all' })).toEqual([]);
  expect(await counts({ text: 'que' })).toEqual(exact([3, 0, 0, 0, 3]));
});

test('customers too many to list are found all the same', async () => {
  const people = [];
  for (let n = 0; n < 205; n++)
    people.push(await aUser(db, { last_name: 'Multitude', first_name: `N${n}x` }));
  const booked = [];
  for (const user_id of people.slice(0, 3).map(({ id }) => id))
    booked.push(
      (await aBooking(db, { user_id, created_at: `2026-11-0${3 + booked.length}T00:00:00.000Z` })).id,
    );
  expect(await ids({ text: 'multit' })).toEqual(booked.toReversed());
  expect(await ids({ text: 'multit n1x' })).toEqual([booked[1]]);
  expect(await counts({ text: 'multit' })).toEqual(exact([3, 0, 0, 0, 3]));
});

test('pages follow by their Link, newest first, with no booking twice or missing', async () => {
  const at = '2026-11-15T00:00:00.000Z';
  const statuses: BookingStatus[] = ['pending', 'scheduled', 'pending', 'pending', 'completed'];
  const { user, ids: made } = await theirs(statuses.map((status) => ({ status, created_at: at })));
  for (const filter of [{ customer: user.id }, { text: user.email }] as Record<string, string>[]) {
    const seen: string[] = [];
    let query: Record<string, string | number> = { ...filter, limit: 2 };
    for (;;) {
      const { body, headers } = await admin.call('listAllBookings', { query });
      seen.push(...body.map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      if (!next) break;
      query = Object.fromEntries(new URL(next, server.url).searchParams);
    }
    expect(seen).toEqual(made.toSorted().toReversed());
  }
  expect((await admin.call('listAllBookings', { query: { cursor: 'x' } })).status).toBe(400);
});

test('an invalid filter is refused', async () => {
  const strange = [
    { status: 'lost' },
    { status: 'pending,' },
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { category: 'x' },
    { payment: 'cash' },
    { customer: "' or 1=1" },
    { text: 'x'.repeat(101) },
  ];
  for (const query of strange) {
    const answers = [
      await admin.call('listAllBookings', { query }),
      await admin.call('summariseBookings', { query }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  }
});

test('only administrators can call them', async () => {
  const {
    user,
    ids: [id = ''],
  } = await theirs([{}]);
  const member = await server.as(user);
  const reads = (client: Client) =>
    Promise.all([
      client.call('listAllBookings'),
      client.call('summariseBookings'),
      client.call('readAnyBooking', { params: { id } }),
      client.call('previewBookingStatus', { params: { id }, query: { status: 'completed' } }),
    ]);
  expect((await reads(member)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await reads(server.anyone)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const never = { params: { id: randomUUID() } };
  expect((await admin.call('readAnyBooking', never)).status).toBe(404);
  const preview = await admin.call('previewBookingStatus', { ...never, query: { status: 'completed' } });
  expect(preview.status).toBe(404);
});
