import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { readSchedule } from './schedule.service.ts';

/** A Monday in Sydney, from midnight to midnight. */
const monday = { from: '2026-11-29T13:00:00.000Z', to: '2026-11-30T13:00:00.000Z' };
/** An hour of that day: 10 is 10 am. */
const at = (hour: number) => new Date(Date.parse(monday.from) + hour * 3_600_000).toISOString();

let server: TestServer;
let db: Db;
let admin: Client;
let serviceId: string;
beforeAll(async () => {
  // The Friday before, noon in Sydney.
  ({ server, db, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
  serviceId = (await aService(db, { name: 'Lawn mowing' })).id;
});
beforeEach(async () => {
  await db.deleteFrom('planned_visits').execute();
  await db.updateTable('bookings').set({ scheduled_date: null }).execute();
  await db.updateTable('workers').set({ active: 0 }).execute();
});
afterAll(() => server.close());

const worker = (more: Partial<Parameters<typeof aWorker>[1]> = {}) =>
  aWorker(db, { serviceIds: [serviceId], ...more });
const book = (hour: number, more: Partial<BookingTable> = {}) =>
  aBooking(db, {
    ...{ service_id: serviceId, status: 'scheduled', scheduled_date: at(hour), estimated_minutes: 60 },
    ...{ payment_type: 'one_time', ...more },
  });
const read = async (span = monday) => (await admin.call('readSchedule', { query: span })).body;
const assign = (id: string, workerId: string | null, more = {}, by = admin) =>
  by.call('assignWorker', { params: { id }, body: { workerId, ...more } });
const move = (booking: BookingTable, hour: number, assignment: object, by = admin) =>
  by.call('moveBooking', {
    params: { id: booking.id },
    body: {
      ...{ scheduledDate: at(hour), expectedDate: booking.scheduled_date },
      assignment: assignment as { workerId: string },
    },
  });
const visitsOf = async (id: string) =>
  (await read()).bookings.find((one) => one.id === id)?.visits.map(({ workerId }) => workerId);
const startOf = async ({ id }: BookingTable) =>
  (await db.selectFrom('bookings').select('scheduled_date').where('id', '=', id).executeTakeFirstOrThrow())
    .scheduled_date;

test('a day has the lanes of its workers, with their hours, leave and held times', async () => {
  const ana = await worker({ name: 'Ana', hours: { from: 480, until: 720 } });
  const ben = await worker({ name: 'Ben' });
  const gone = await worker({ name: 'Gone', active: 0 });
  await db
    .insertInto('worker_leave')
    .values({
      ...{
        id: randomUUID(),
        worker_id: ben.id,
        whole_days: 0,
        state: 'granted',
        by_worker: 0,
        reason: '',
        answer: '',
      },
      ...{ starts_at: at(12), ends_at: at(36), decided_by: null, created_at: at(0), updated_at: at(0) },
    })
    .execute();
  const user = await aUser(db);
  const hold = { id: randomUUID(), user_id: user.id, service_id: serviceId, starts_at: at(9) };
  const rest = { postcode: null, booking_id: null, payment_id: null, created_at: at(0) };
  await db
    .insertInto('slot_holds')
    .values({ ...hold, ...rest, expires_at: at(0) })
    .execute();
  await db
    .insertInto('planned_visits')
    .values({
      ...{ id: randomUUID(), worker_id: ana.id, booking_id: null, hold_id: hold.id, postcode: null },
      ...{ starts_at: at(9), ends_at: at(10) },
    })
    .execute();
  const { lanes } = await read();
  expect(lanes.map((lane) => lane.worker.name)).toEqual(['Ana', 'Ben']);
  expect(lanes[0]).toEqual({
    worker: { id: ana.id, name: 'Ana', colour: 'sky', picture: null },
    hours: [{ startsAt: at(8), endsAt: at(12) }],
    ...{ leave: [], held: [{ startsAt: at(9), endsAt: at(10) }] },
  });
  expect(lanes[1]).toMatchObject({
    hours: [{ startsAt: at(8), endsAt: at(12) }],
    leave: [{ startsAt: at(12), endsAt: at(36) }],
  });
  // One who is switched off has a lane as long as visits are there; a week has no hours.
  const booking = await book(14);
  await db
    .insertInto('planned_visits')
    .values({
      ...{ id: randomUUID(), worker_id: gone.id, booking_id: booking.id, hold_id: null, postcode: null },
      ...{ starts_at: at(14), ends_at: at(15) },
    })
    .execute();
  const week = await read({ from: monday.from, to: at(7 * 24) });
  expect(week.lanes.map(({ worker: { name }, hours }) => [name, hours.length])).toEqual([
    ['Ana', 0],
    ['Ben', 0],
    ['Gone', 0],
  ]);
});

test('a booking has its suburb, its visits, and whether the way to one is too short', async () => {
  const ana = await worker({ name: 'Ana' });
  const [first, second, alone] = [await book(10), await book(12), await book(9)];
  const place = (booking: BookingTable, given: object) =>
    db.updateTable('booking_details').set(given).where('booking_id', '=', booking.id).execute();
  await place(first, { city: 'Newtown', postal_code: '2042', address: '1 King Street' });
  await place(second, { city: null, address: '14 Wattle Street, Marrickville NSW 2204', postal_code: null });
  await place(alone, { city: null, address: null, postal_code: null });
  const request = await book(8);
  await place(request, { city: null, address: null, postal_code: null });
  await db
    .insertInto('custom_requests')
    .values({
      ...{ booking_id: request.id, service_name: 'Piano tuning', description: '', priority: 'standard' },
      ...{ location: '1 Bay Street, Parramatta NSW 2150', contact_info: '' },
    })
    .execute();
  expect((await assign(first.id, ana.id)).status).toBe(200);
  expect((await assign(second.id, ana.id)).status).toBe(200);
  // The work before took longer.
  await db
    .updateTable('planned_visits')
    .set({ ends_at: at(12) })
    .where('booking_id', '=', first.id)
    .execute();
  const { bookings } = await read();
  const by = { workerId: ana.id };
  expect(bookings.map(({ id, suburb, visits }) => ({ id, suburb, visits }))).toEqual([
    { id: request.id, suburb: 'Parramatta', visits: [] },
    { id: alone.id, suburb: '', visits: [] },
    {
      id: first.id,
      suburb: 'Newtown',
      visits: [{ ...by, endsAt: at(12), wayMinutes: null, isTight: false }],
    },
    {
      id: second.id,
      suburb: 'Marrickville',
      visits: [{ ...by, endsAt: at(13), wayMinutes: 10, isTight: true }],
    },
  ]);
});

test('a visit that a slow worker ends after midnight is in the next day’s answer', async () => {
  const slow = await worker({ name: 'Slow', pace: 300, hours: { from: 0, until: 1440 } });
  const late = await book(22);
  expect((await assign(late.id, slow.id)).status).toBe(200);
  const tuesday = { from: monday.to, to: at(48) };
  const [booking] = (await read(tuesday)).bookings;
  expect(booking).toMatchObject({ id: late.id, visits: [{ workerId: slow.id, endsAt: at(25) }] });
  expect((await read({ from: tuesday.to, to: at(72) })).bookings).toEqual([]);
});

test('a move to another time and worker does both or neither, with the obstacle in words', async () => {
  const [ana, ben] = [await worker({ name: 'Ana' }), await worker({ name: 'Ben' })];
  const [booking, taken] = [await book(10), await book(14)];
  await assign(booking.id, ana.id);
  await assign(taken.id, ben.id);
  const toBen = { workerId: ben.id, insteadOf: ana.id };
  expect(await move(booking, 14, toBen)).toMatchObject({
    status: 409,
    body: { message: 'Not possible: has a visit at 2 pm.', fields: { workerId: 'has a visit at 2 pm' } },
  });
  expect([await startOf(booking), await visitsOf(booking.id)]).toEqual([at(10), [ana.id]]);
  expect((await move(booking, 16, toBen)).body).toMatchObject({ id: booking.id, startsAt: at(16) });
  expect(await visitsOf(booking.id)).toEqual([ben.id]);
  const acts = await db.selectFrom('audit_acts').select('act').where('subject_id', '=', booking.id).execute();
  expect(acts.map(({ act }) => act).sort()).toEqual([
    'booking_rescheduled',
    'visit_assigned',
    'visit_assigned',
  ]);
});

test('a worker keeps the visit at another time, or is named with what is against it; over it with a reason', async () => {
  const ana = await worker({ name: 'Ana' });
  const booking = await book(10);
  await assign(booking.id, ana.id);
  const keeps = { workerId: ana.id, insteadOf: ana.id };
  expect(await move(booking, 20, keeps)).toMatchObject({
    ...{
      status: 409,
      body: { message: 'Not possible: works 8 am to 6 pm that day; this takes 8 pm to 9 pm.' },
    },
  });
  expect((await move(booking, 11, keeps)).status).toBe(200);
  expect(await visitsOf(booking.id)).toEqual([ana.id]);
  const moved = { ...booking, scheduled_date: at(11) };
  const dispatcher = await server.as(await aUser(db, { role_id: 'dispatcher' }));
  const over = { ...keeps, anyway: 'She offered it' };
  expect((await move(moved, 20, over, dispatcher)).status).toBe(403);
  expect(await startOf(booking)).toBe(at(11));
  expect((await move(moved, 20, over)).status).toBe(200);
  const { body: log } = await admin.call('listActs', { query: { act: 'visit_assigned' } });
  const entries = log.filter(({ subject }) => subject.id === booking.id).map(({ details }) => details);
  expect(entries).toContainEqual(
    expect.objectContaining({
      to: ana.id,
      ...{ anyway: 'works 8 am to 6 pm that day; this takes 8 pm to 9 pm', reason: 'She offered it' },
    }),
  );
});

test('a visit that is moved out of a lane has nobody, and stands in the log', async () => {
  const ana = await worker({ name: 'Ana' });
  const booking = await book(10);
  await assign(booking.id, ana.id);
  expect((await move(booking, 20, { workerId: null, insteadOf: ana.id })).status).toBe(200);
  expect([await startOf(booking), await visitsOf(booking.id)]).toEqual([at(20), []]);
  const { body: log } = await admin.call('listActs', { query: { act: 'visit_assigned' } });
  const entries = log.filter(({ subject }) => subject.id === booking.id).map(({ details }) => details);
  expect(entries).toContainEqual({ to: null });
});

test('of several workers, the one whose visit is moved is replaced; the others come along', async () => {
  const { id: service_id } = await aService(db);
  await db
    .insertInto('service_slots')
    .values({ service_id, offered: 1, window_minutes: 60, buffer_minutes: 0, workers: 2 })
    .execute();
  const crew: string[] = [];
  for (const name of ['Ana', 'Ben', 'Cem']) crew.push((await worker({ name, serviceIds: [service_id] })).id);
  const [ana = '', ben = '', cem = ''] = crew;
  const booking = await book(10, { service_id });
  expect((await assign(booking.id, ana)).status, 'one of two alone').toBe(409);
  const both = { params: { id: booking.id }, body: { workerIds: [ana, ben] } };
  expect((await admin.call('assignWorker', both)).status).toBe(200);
  expect((await visitsOf(booking.id))?.sort()).toEqual([ana, ben].sort());
  // Whichever of the two it is: the other one stays.
  expect((await assign(booking.id, cem, { insteadOf: ana })).status).toBe(200);
  expect((await visitsOf(booking.id))?.sort()).toEqual([ben, cem].sort());
  expect((await assign(booking.id, ana, { insteadOf: ben })).status).toBe(200);
  expect((await visitsOf(booking.id))?.sort()).toEqual([ana, cem].sort());
  expect((await move(booking, 15, { workerId: ben, insteadOf: cem })).status).toBe(200);
  expect((await visitsOf(booking.id))?.sort()).toEqual([ana, ben].sort());
  expect((await assign(booking.id, null, { insteadOf: ben })).status).toBe(200);
  expect(await visitsOf(booking.id)).toEqual([ana]);
});

test('the number of queries of a day depends on no number of bookings and workers', async () => {
  const count = async () => {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const deps = { ...server.deps, db: db.withPlugin(counting) };
    await readSchedule(deps, monday);
    return queries;
  };
  await assign((await book(9)).id, (await worker()).id);
  const few = await count();
  for (let n = 0; n < 5; n += 1) await assign((await book(8 + 2 * n)).id, (await worker()).id);
  expect(await count()).toBe(few);
});
