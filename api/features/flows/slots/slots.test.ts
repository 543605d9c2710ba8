import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usualHours: true });
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());
/** Noon of a Friday in Sydney. */
const now = '2026-11-20T01:00:00.000Z';
beforeEach(() => server.clock.set(now));
const later = (minutes: number) => server.clock.advance({ minutes });

/** A service that one worker does, and a customer without a plan. */
async function aScene(given: Parameters<typeof aWorker>[1] = {}, minutes = 180) {
  const { db } = server.deps;
  const service = await aService(db, { estimated_minutes: minutes });
  const worker = await aWorker(db, { serviceIds: [service.id], ...given });
  const customer = async () => {
    const user = await aUser(db);
    const client = await server.as(user);
    const hold = (start: string, more: object = {}) =>
      client.call('createHold', { body: { serviceId: service.id, start, ...more } });
    const slots = async (query: { from?: string; days?: number; postcode?: string } = {}) => {
      const { body } = await client.call('listSlots', {
        query: { serviceId: service.id, from: '2026-11-23', days: 1, ...query },
      });
      return body.map(({ start }) => start);
    };
    const book = (scheduledDate: string, more: object = {}) =>
      client.call('createBooking', {
        body: {
          serviceId: service.id,
          scheduledDate,
          notes: 'Hello',
          paymentType: 'subscription',
          ...more,
        },
        idempotencyKey: randomUUID(),
      });
    const member = () => aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
    return { user, client, hold, slots, book, member };
  };
  const visits = () =>
    db.selectFrom('planned_visits').selectAll().where('worker_id', '=', worker.id).execute();
  return { service, worker, customer, visits, ...(await customer()) };
}

/** A Monday's time in Sydney's summer. */
const monday = (hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, 22, hour + 13, minute)).toISOString();

test('the times of a day are those at which the work fits into the shift, as windows of an hour', async () => {
  const { client, service, slots } = await aScene();
  const times = await slots();
  expect([times[0], times.at(-1), times.length]).toEqual([monday(8), monday(15), 15]);
  const { body } = await client.call('listSlots', {
    query: { serviceId: service.id, from: '2026-11-23', days: 1 },
  });
  expect(body[0]).toEqual({ start: monday(8), end: monday(9) });
});

test('without a hold nothing is different: a booking is a wish', async () => {
  const { book, member, visits } = await aScene();
  await member();
  const { body, status } = await book(monday(8));
  expect([status, body.status]).toEqual([200, 'pending']);
  expect(await visits()).toEqual([]);
});

test('a time that is held is no longer offered to others, and still to the person who holds it', async () => {
  const { hold, slots, customer } = await aScene();
  const other = await customer();
  const { status, body } = await hold(monday(8));
  expect(status).toBe(200);
  expect(body).toMatchObject({ start: monday(8), expiresAt: '2026-11-20T01:10:00.000Z' });
  expect(await slots()).toContain(monday(8));
  // Until 11, and ten minutes of travel.
  expect((await other.slots())[0]).toBe(monday(11, 30));
  expect(await other.hold(monday(10, 30))).toMatchObject({ status: 409, body: { code: 'slot_taken' } });
});

test('a hold lapses by itself, ends when it is let go, and ends with the next one', async () => {
  const { hold, client, customer, visits } = await aScene();
  const other = await customer();
  const first = await hold(monday(8));
  await hold(monday(12));
  expect((await visits()).map((visit) => visit.starts_at)).toEqual([monday(12)]);
  expect(await client.call('endHold', { params: { id: first.body.id } })).toMatchObject({ status: 404 });
  expect((await other.hold(monday(12))).status).toBe(409);
  later(10);
  expect((await other.hold(monday(12))).status).toBe(200);
  const third = await hold(monday(8));
  const params = { id: third.body.id };
  expect(await other.client.call('endHold', { params })).toMatchObject({ status: 404 });
  expect(await server.anyone.call('endHold', { params })).toMatchObject({ status: 401 });
  expect((await client.call('endHold', { params })).status).toBe(200);
  expect((await visits()).map((visit) => visit.starts_at)).toEqual([monday(12)]);
  expect(await breaches(server.deps.db, server.clock.now().toISOString())).toEqual([]);
});

test('times that are not offered cannot be held through the address', async () => {
  const { hold, service, client } = await aScene();
  const code = async (start: string) => (await hold(start)).body.code;
  expect(await code(monday(8, 10))).toBe('slot_taken');
  expect(await code(monday(15, 30))).toBe('slot_taken');
  expect(await code(monday(7))).toBe('invalid_input');
  expect(await code('2026-11-20T00:59:00.000Z')).not.toBeUndefined();
  expect(
    await server.anyone.call('createHold', { body: { serviceId: service.id, start: monday(8) } }),
  ).toMatchObject({
    status: 401,
  });
  const unknown = { serviceId: randomUUID(), start: monday(8) };
  expect(await client.call('createHold', { body: unknown })).toMatchObject({ status: 404 });
});

test('a member who books with a hold has the time at once', async () => {
  const { hold, book, member, visits, worker, customer } = await aScene();
  await member();
  const { body: held } = await hold(monday(9));
  const { body, status } = await book(monday(9), { holdId: held.id });
  expect([status, body.status]).toEqual([200, 'scheduled']);
  expect(await visits()).toMatchObject([
    { worker_id: worker.id, booking_id: body.id, hold_id: null, starts_at: monday(9), ends_at: monday(12) },
  ]);
  const { db } = server.deps;
  const letters = await db
    .selectFrom('notices')
    .select('content')
    .where('booking_id', '=', body.id)
    .execute();
  expect(letters.map(({ content }) => JSON.parse(content))).toContainEqual({ act: 'booked', isAgreed: true });
  const other = await customer();
  expect((await other.hold(monday(9))).body.code).toBe('slot_taken');
  expect(await breaches(server.deps.db, server.clock.now().toISOString())).toEqual([]);
});

test('a time that was kept for one postcode is not booked for another', async () => {
  const { hold, book, member } = await aScene();
  await member();
  const { body: held } = await hold(monday(9), { postcode: '2000' });
  const at = (postcode: string) => ({ holdId: held.id, notes: `Postcode: ${postcode}` });
  expect((await book(monday(9), at('3000'))).body.code).toBe('slot_taken');
  const { body } = await book(monday(9), at('2000'));
  expect(body.status).toBe('scheduled');
});

test('a repeat of a booking with a hold is the same booking', async () => {
  const { hold, client, member, service } = await aScene();
  await member();
  const { body: held } = await hold(monday(9));
  const idempotencyKey = randomUUID();
  const book = () =>
    client.call('createBooking', {
      body: {
        ...{ serviceId: service.id, scheduledDate: monday(9), notes: 'Hello', paymentType: 'subscription' },
        holdId: held.id,
      },
      idempotencyKey,
    });
  const [first, second] = await Promise.all([book(), book()]);
  expect([first.status, second.status, (await book()).status]).toEqual([200, 200, 200]);
  expect(second.body.id).toBe(first.body.id);
});

test('a lapsed hold books the time if it is still free, and is refused if not', async () => {
  const { hold, book, member, customer } = await aScene();
  await member();
  const { body: held } = await hold(monday(9));
  later(11);
  const other = await customer();
  await other.member();
  const { body: theirs } = await other.hold(monday(9));
  expect(await book(monday(9), { holdId: held.id })).toMatchObject({
    status: 409,
    body: { code: 'slot_taken' },
  });
  await other.client.call('endHold', { params: { id: theirs.id } });
  expect((await book(monday(9), { holdId: held.id })).body.status).toBe('scheduled');
});

test('another person’s hold, another time and another service book nothing', async () => {
  const { hold, customer, service } = await aScene();
  const { body: held } = await hold(monday(9));
  const other = await customer();
  await other.member();
  expect((await other.book(monday(9), { holdId: held.id })).body.code).toBe('slot_taken');
  expect((await other.book(monday(10), { holdId: randomUUID() })).body.code).toBe('slot_taken');
  const rows = server.deps.db.selectFrom('bookings').select('id').where('service_id', '=', service.id);
  expect(await rows.execute()).toEqual([]);
});

test('a cancelled booking frees its time, and a moved one becomes a wish', async () => {
  const { hold, book, member, client, visits } = await aScene();
  await member();
  const booked = async (start: string) => {
    const { body } = await hold(start);
    return (await book(start, { holdId: body.id })).body.id;
  };
  const first = await booked(monday(8));
  const params = { id: first };
  const { cancel } = (await client.call('readBooking', { params })).body.changes;
  const body = { outcome: cancel?.outcome, hours: cancel?.hours };
  expect((await client.call('cancelBooking', { params, body })).status).toBe(200);
  expect(await visits()).toEqual([]);
  const second = await booked(monday(8));
  const moved = await client.call('rescheduleBooking', {
    params: { id: second },
    body: { scheduledDate: monday(14) },
  });
  expect(moved.body.status).toBe('pending');
  expect(await visits()).toEqual([]);
});

test('a booking that its customer moves to a chosen time stays scheduled, with the worker of that time', async () => {
  const { hold, book, member, client, visits, service } = await aScene();
  await member();
  const { body: held } = await hold(monday(8));
  const { id } = (await book(monday(8), { holdId: held.id })).body;
  const move = (scheduledDate: string, holdId: string) =>
    client.call('rescheduleBooking', { params: { id }, body: { scheduledDate, holdId } });
  expect((await move(monday(14), randomUUID())).body.code).toBe('slot_taken');
  const { body: next } = await hold(monday(14));
  expect((await move(monday(15), next.id)).body.code).toBe('slot_taken');
  expect((await visits()).map((visit) => visit.starts_at).sort()).toEqual([monday(8), monday(14)]);
  expect((await move(monday(14), next.id)).body.status).toBe('scheduled');
  expect(await visits()).toMatchObject([{ starts_at: monday(14), booking_id: id }]);
  await aWorker(server.deps.db, { serviceIds: [service.id] });
  expect(await breaches(server.deps.db, server.clock.now().toISOString())).toEqual([]);
});

test('two workers come both or not at all', async () => {
  const { service, hold, slots, visits } = await aScene();
  const { db } = server.deps;
  const row = { service_id: service.id, offered: 1, window_minutes: 30, buffer_minutes: 0, workers: 2 };
  await db.insertInto('service_slots').values(row).execute();
  expect(await slots()).toEqual([]);
  expect((await hold(monday(8))).body.code).toBe('slot_taken');
  expect(await visits()).toEqual([]);
  await aWorker(db, { serviceIds: [service.id], hours: { from: 600, until: 1080 } });
  expect((await slots())[0]).toBe(monday(10));
  const { body } = await hold(monday(10));
  const rows = db.selectFrom('planned_visits').selectAll().where('hold_id', '=', body.id);
  expect((await rows.execute()).map((visit) => visit.starts_at)).toEqual([monday(10), monday(10)]);
});

test('a service can be without slots while others have them, and so can the business', async () => {
  const { service, hold, slots } = await aScene();
  const { db } = server.deps;
  const row = { service_id: service.id, offered: 0, window_minutes: 60, buffer_minutes: 0, workers: 1 };
  await db.insertInto('service_slots').values(row).execute();
  expect([await slots(), (await hold(monday(8))).body.code]).toEqual([[], 'slot_taken']);
  const other = await aScene();
  await switchSlots(server.deps, 'off');
  try {
    expect([await other.slots(), (await other.hold(monday(8))).body.code]).toEqual([[], 'slot_taken']);
  } finally {
    await switchSlots(server.deps, 'on');
  }
});

test('a place is needed for workers with areas, and travel to it for all', async () => {
  // Parramatta and Bondi are about 25 km apart.
  const { hold, slots, customer } = await aScene({ postcodes: ['2150', '2026'] });
  expect([await slots(), await slots({ postcode: '2000' })]).toEqual([[], []]);
  expect((await slots({ postcode: '2150' }))[0]).toBe(monday(8));
  expect((await hold(monday(8), { postcode: '2150' })).status).toBe(200);
  const other = await customer();
  expect((await other.slots({ postcode: '2150' }))[0]).toBe(monday(11, 30));
  expect((await other.slots({ postcode: '2026' }))[0]).toBe(monday(12, 30));
  expect((await other.hold(monday(12), { postcode: '2026' })).body.code).toBe('slot_taken');
});
