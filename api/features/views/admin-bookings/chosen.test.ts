import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  ({ server, db, admin } = await startOffice());
});
afterAll(() => server.close());

const aPaid = (given: Parameters<typeof aBooking>[1] = {}) =>
  aBooking(db, { payment_type: 'one_time', ...given });
const statusOf = async (id: string) =>
  (await db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('several bookings are confirmed in one call; one that cannot be is left, with its reason', async () => {
  const [one, two, done, unpaid] = [
    await aPaid(),
    await aPaid(),
    await aPaid({ status: 'completed' }),
    await aBooking(db, { unpaid_since: '2026-11-20T00:00:00.000Z' }),
  ];
  const missing = randomUUID();
  const ids = [one.id, two.id, done.id, unpaid.id, missing, one.id];
  const { status, body } = await admin.call('confirmBookings', { body: { ids } });
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: one.id, refused: null },
    { id: two.id, refused: null },
    { id: done.id, refused: expect.stringContaining('Somebody has changed this booking meanwhile') },
    { id: unpaid.id, refused: expect.any(String) },
    { id: missing, refused: 'Booking not found' },
  ]);
  expect(await Promise.all([one, two, done, unpaid].map(({ id }) => statusOf(id)))).toEqual([
    'scheduled',
    'scheduled',
    'completed',
    'pending',
  ]);
  const again = await admin.call('confirmBookings', { body: { ids: [one.id, two.id] } });
  expect(again.body.map(({ refused }) => refused)).toEqual([null, null]);
  const steps = db.selectFrom('booking_status_changes').selectAll().where('booking_id', '=', one.id);
  expect(await steps.execute()).toHaveLength(2);
});

test('one message reaches the thread of each chosen booking once, however often it is sent', async () => {
  const [one, two] = [await aPaid(), await aPaid()];
  const idempotencyKey = randomUUID();
  const write = (message: string) =>
    admin.call('writeToChosen', { body: { ids: [one.id, two.id], message }, idempotencyKey });
  expect((await write('We begin at nine')).body).toEqual([
    { id: one.id, refused: null },
    { id: two.id, refused: null },
  ]);
  await write('We begin at nine');
  const texts = async (booking_id: string) =>
    (await db.selectFrom('messages').select('message').where('booking_id', '=', booking_id).execute()).map(
      ({ message }) => message,
    );
  expect([await texts(one.id), await texts(two.id)]).toEqual([['We begin at nine'], ['We begin at nine']]);
  const other = await write('We begin at ten');
  expect(other.body.every(({ refused }) => refused?.includes('Idempotency-Key'))).toBe(true);
});

test('an act on none or on more than fifty bookings is refused', async () => {
  const most = Array.from({ length: 51 }, () => randomUUID());
  for (const ids of [[], most]) {
    expect((await admin.call('confirmBookings', { body: { ids } })).status).toBe(400);
    expect((await admin.call('writeToChosen', { body: { ids, message: 'Hello' } })).status).toBe(400);
  }
});

test('the file has the chosen bookings alone, and the log their number', async () => {
  const [one, two] = [await aPaid(), await aPaid()];
  await aPaid();
  const file = await admin.raw('GET', `/api/admin/bookings/export.csv?ids=${one.id},${two.id}`);
  const text = await file.text();
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.replace(/^\W*/, '').slice(0, 36)).sort()).toEqual([one.id, two.id].sort());
  const { details } = await db
    .selectFrom('audit_acts')
    .select('details')
    .where('act', '=', 'bookings_exported')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details)).toMatchObject({ chosen: 2 });
});

test('a customer and a role without the permission are refused, and nothing is changed', async () => {
  const booking = await aPaid();
  const customer = await server.as(await aUser(db));
  const support = await server.as(await aUser(db, { role_id: 'support' }));
  const ids = [booking.id];
  expect((await customer.call('confirmBookings', { body: { ids } })).status).toBe(403);
  expect((await customer.call('writeToChosen', { body: { ids, message: 'Hello' } })).status).toBe(403);
  expect((await support.call('confirmBookings', { body: { ids } })).status).toBe(403);
  expect((await server.anyone.call('confirmBookings', { body: { ids } })).status).toBe(401);
  expect(await statusOf(booking.id)).toBe('pending');
});
