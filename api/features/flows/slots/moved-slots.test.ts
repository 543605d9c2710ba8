import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usualHours: true });
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());
/** Noon of a Friday in Sydney. */
beforeEach(() => server.clock.set('2026-11-20T01:00:00.000Z'));

/** A Monday's time in Sydney's summer. */
const monday = (hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, 22, hour + 13, minute)).toISOString();

const aHome = {
  ...{ customerName: 'Ann Lee', phone: '0400 000 000', email: 'ann@example.com', notes: '' },
  ...{ address: '12 Wattle Street', city: 'Newtown', state: 'NSW', subscriptionTier: 'standard' },
  ...{ accessInstructions: 'Side gate', emergencyContact: 'Bo Lee', emergencyPhone: '0400 000 001' },
};

/** A member with three hours of work booked for Monday at 10, and the one worker who does it. */
async function aBookedVisit() {
  const { db } = server.deps;
  const service = await aService(db, { estimated_minutes: 180 });
  const worker = await aWorker(db, { serviceIds: [service.id] });
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
  const client = await server.as(user);
  const hold = (start: string, more: object = {}) =>
    client.call('createHold', { body: { serviceId: service.id, start, ...more } });
  const slots = async (more: object = {}) => {
    const query = { serviceId: service.id, from: '2026-11-23', days: 1, ...more };
    return (await client.call('listSlots', { query })).body.map(({ start }) => start);
  };
  const book = (start: string, holdId: string) =>
    client.call('createBooking', {
      body: {
        ...{ serviceId: service.id, scheduledDate: start, notes: 'Postcode: 2000' },
        ...{ paymentType: 'subscription' as const, holdId },
      },
    });
  const { id } = (await book(monday(10), (await hold(monday(10))).body.id)).body;
  const move = (scheduledDate: string, holdId: string) =>
    client.call('rescheduleBooking', { params: { id }, body: { scheduledDate, holdId } });
  const visits = () =>
    db.selectFrom('planned_visits').selectAll().where('worker_id', '=', worker.id).execute();
  const sound = async () => expect(await breaches(db, server.clock.now().toISOString())).toEqual([]);
  return { db, service, worker, user, client, hold, slots, book, id, move, visits, sound };
}

test('a customer who moves a booking is offered times that overlap its own, and has one', async () => {
  const { hold, slots, id, move, visits, sound } = await aBookedVisit();
  expect(await slots()).not.toContain(monday(11));
  expect(await slots({ bookingId: id })).toContain(monday(11));
  expect((await hold(monday(11))).body.code).toBe('slot_taken');
  const { body: held } = await hold(monday(11), { bookingId: id });
  expect((await visits()).map((visit) => visit.starts_at).sort()).toEqual([monday(10), monday(11)]);
  await sound();
  expect((await move(monday(11), held.id)).body.status).toBe('scheduled');
  expect(await visits()).toMatchObject([{ booking_id: id, starts_at: monday(11), ends_at: monday(14) }]);
  await sound();
});

test('a hold for a move books nothing new, and no other booking', async () => {
  const { db, client, service, hold, book, id, visits } = await aBookedVisit();
  const { body: held } = await hold(monday(11), { bookingId: id });
  expect((await book(monday(11), held.id)).body.code).toBe('slot_taken');
  const other = (await book(monday(14, 30), (await hold(monday(14, 30))).body.id)).body.id;
  const { body: again } = await hold(monday(11), { bookingId: id });
  const body = { scheduledDate: monday(11), holdId: again.id };
  const moved = await client.call('rescheduleBooking', { params: { id: other }, body });
  expect(moved.body.code).toBe('slot_taken');
  expect(await visits()).toHaveLength(3);
  expect(
    await db.selectFrom('bookings').select('id').where('service_id', '=', service.id).execute(),
  ).toHaveLength(2);
});

test('another person’s booking, and one of another service, give no times', async () => {
  const { id, service } = await aBookedVisit();
  const { client, hold, slots: _, ...other } = await aBookedVisit();
  const ask = (serviceId: string, bookingId: string) =>
    client.call('listSlots', { query: { serviceId, bookingId, from: '2026-11-23', days: 1 } });
  expect((await ask(service.id, id)).status).toBe(404);
  expect((await ask(service.id, other.id)).status).toBe(404);
  expect((await hold(monday(14), { bookingId: id })).status).toBe(404);
});

test('a moved visit is as long as its booking, although the service is shorter or longer now', async () => {
  const { db, service, hold, id, move, visits, slots, sound } = await aBookedVisit();
  await db.updateTable('services').set({ estimated_minutes: 60 }).where('id', '=', service.id).execute();
  // Three hours do not fit before 18.
  expect(await slots({ bookingId: id })).not.toContain(monday(16));
  const short = await hold(monday(16));
  expect((await move(monday(16), short.body.id)).body.code).toBe('slot_taken');
  const { body: held } = await hold(monday(14));
  expect((await move(monday(14), held.id)).body.status).toBe('scheduled');
  expect(await visits()).toMatchObject([{ starts_at: monday(14), ends_at: monday(17) }]);
  await sound();
});

test('a visit moves within its own area, whatever postcode the time was kept for', async () => {
  const { db } = server.deps;
  const service = await aService(db);
  await aWorker(db, { serviceIds: [service.id], postcodes: ['2150'] });
  const here = await aWorker(db, { serviceIds: [service.id], postcodes: ['2000'] });
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
  const client = await server.as(user);
  const hold = (start: string, postcode: string) =>
    client.call('createHold', { body: { serviceId: service.id, start, postcode } });
  const { body: first } = await hold(monday(10), '2000');
  const booked = await client.call('createBooking', {
    body: {
      ...{ serviceId: service.id, scheduledDate: monday(10), notes: 'Postcode: 2000' },
      ...{ paymentType: 'subscription' as const, holdId: first.id },
    },
  });
  const { id } = booked.body;
  await db.updateTable('booking_details').set({ postal_code: '2000' }).where('booking_id', '=', id).execute();
  const move = (scheduledDate: string, holdId: string) =>
    client.call('rescheduleBooking', { params: { id }, body: { scheduledDate, holdId } });
  const elsewhere = await hold(monday(14), '2150');
  expect((await move(monday(14), elsewhere.body.id)).body.code).toBe('slot_taken');
  const near = await hold(monday(14), '2000');
  expect((await move(monday(14), near.body.id)).body.status).toBe('scheduled');
  const visits = await db.selectFrom('planned_visits').selectAll().where('booking_id', '=', id).execute();
  expect(visits).toMatchObject([{ worker_id: here.id, postcode: '2000', starts_at: monday(14) }]);
});

test('a time that was kept without a place is of somebody who comes to that of its booking, or of nobody', async () => {
  const { db } = server.deps;
  const service = await aService(db);
  const here = await aWorker(db, { serviceIds: [service.id] });
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
  const client = await server.as(user);
  const hold = async (start: string) =>
    (await client.call('createHold', { body: { serviceId: service.id, start } })).body.id;
  const book = async (scheduledDate: string, postalCode: string) =>
    client.call('createBooking', {
      body: {
        ...{ serviceId: service.id, scheduledDate, details: { ...aHome, postalCode } },
        ...{ paymentType: 'subscription' as const, holdId: await hold(scheduledDate) },
      },
    });
  const first = await book(monday(8), '2000');
  expect(first.body.status).toBe('scheduled');
  const [visit] = await db
    .selectFrom('planned_visits')
    .selectAll()
    .where('worker_id', '=', here.id)
    .execute();
  expect(visit).toMatchObject({ booking_id: first.body.id, postcode: '2000' });
  // Without a place the way seemed as short as can be; to Newcastle it takes hours.
  const next = new Date(Date.parse(visit?.ends_at ?? '') + 30 * 60_000).toISOString();
  expect((await book(next, '2300')).body.code).toBe('slot_taken');
  const rows = db.selectFrom('bookings').select('id').where('user_id', '=', user.id);
  expect(await rows.execute()).toHaveLength(1);
  expect(await breaches(db, server.clock.now().toISOString())).toEqual([]);
});

test('a taken time is forgotten once the team agrees to it, or its booking moves', async () => {
  const { db } = server.deps;
  const [user, admin] = [await aUser(db), await server.as(await anAdmin(db))];
  const client = await server.as(user);
  const taken = async () => {
    const time = { scheduled_date: monday(10), time_taken: monday(10) };
    const { id } = await aBooking(db, { user_id: user.id, payment_type: 'one_time', ...time });
    const read = async () => (await client.call('readBooking', { params: { id } })).body;
    const move = async (scheduledDate: string) =>
      expect(
        (await client.call('rescheduleBooking', { params: { id }, body: { scheduledDate } })).status,
      ).toBe(200);
    expect((await read()).timeTaken).toBeDefined();
    return { id, read, move };
  };
  const moved = await taken();
  await moved.move(monday(12));
  await moved.move(monday(10));
  expect((await moved.read()).timeTaken).toBeUndefined();
  const agreed = await taken();
  const body = { status: 'scheduled' as const };
  expect((await admin.call('setBookingStatus', { params: { id: agreed.id }, body })).status).toBe(200);
  const row = db.selectFrom('bookings').select('time_taken').where('id', '=', agreed.id);
  expect((await row.executeTakeFirstOrThrow()).time_taken).toBeNull();
});

test('a home stands for its postcode, and another person’s home for nothing', async () => {
  const { db } = server.deps;
  const service = await aService(db);
  await aWorker(db, { serviceIds: [service.id], postcodes: ['2150'] });
  const client = await server.as(await aUser(db));
  const stranger = await server.as(await aUser(db));
  const home = async (body: { address: string; postalCode?: string }) =>
    (await client.call('createHome', { body })).body.id;
  const inParramatta = await home({ address: '12 Wattle Street', postalCode: '2150' });
  const inLine = await home({ address: '1 Bay Street, Parramatta NSW 2150' });
  const slots = (who: typeof client, homeId: string) =>
    who.call('listSlots', { query: { serviceId: service.id, from: '2026-11-23', days: 1, homeId } });
  expect((await slots(client, inParramatta)).body[0]?.start).toBe(monday(8));
  expect((await slots(client, inLine)).body[0]?.start).toBe(monday(8));
  expect((await slots(stranger, inParramatta)).status).toBe(404);
  const body = { serviceId: service.id, start: monday(8), homeId: inParramatta };
  expect((await stranger.call('createHold', { body })).status).toBe(404);
  expect((await client.call('createHold', { body })).status).toBe(200);
});

test('times are offered for a service that has slots and somebody who does it', async () => {
  const { db } = server.deps;
  const service = await aService(db);
  const client = await server.as(await aUser(db));
  const isOffered = async () =>
    (await client.call('readServiceSlots', { params: { id: service.id } })).body.isOffered;
  expect(await isOffered()).toBe(false);
  await aWorker(db, { serviceIds: [service.id], hours: null });
  expect(await isOffered()).toBe(true);
  await switchSlots(server.deps, 'off');
  expect(await isOffered()).toBe(false);
  await switchSlots(server.deps, 'on');
  const row = { service_id: service.id, offered: 0, window_minutes: 60, buffer_minutes: 0, workers: 1 };
  await db.insertInto('service_slots').values(row).execute();
  expect(await isOffered()).toBe(false);
  expect((await client.call('readServiceSlots', { params: { id: randomUUID() } })).status).toBe(404);
});
