import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  ({ server, db, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
});
afterAll(() => server.close());

/** Monday, 10 am in Sydney. */
const monday = '2026-11-29T23:00:00.000Z';
const candidates = async (id: string, by = admin) => by.call('listCandidates', { params: { id } });
const assign = (id: string, workerId: string | null, anyway?: string, by = admin) =>
  by.call('assignWorker', { params: { id }, body: { workerId, ...(anyway && { anyway }) } });

/** A service, workers who do it, and a way to book it. */
async function given() {
  await db.updateTable('workers').set({ active: 0 }).execute();
  const service = await aService(db);
  const worker = (more: Partial<Parameters<typeof aWorker>[1]> = {}) =>
    aWorker(db, { serviceIds: [service.id], ...more });
  const book = (more: Partial<BookingTable> = {}) =>
    aBooking(db, {
      ...{ service_id: service.id, status: 'scheduled', scheduled_date: monday, payment_type: 'one_time' },
      ...more,
    });
  return { service, worker, book };
}
const planned = (bookingId: string) =>
  db.selectFrom('planned_visits').selectAll().where('booking_id', '=', bookingId).execute();

test('candidates come in the order of their ways, each with the reason, those who cannot come last', async () => {
  const { worker, book } = await given();
  const known = await worker({ name: 'Known' });
  const free = await worker({ name: 'Free' });
  const away = await worker({ name: 'Away' });
  const late = await worker({ name: 'Late', hours: { from: 720, until: 1080 } });
  const unskilled = await worker({ name: 'Unskilled', serviceIds: [] });
  await db
    .insertInto('worker_leave')
    .values({
      ...{
        id: randomUUID(),
        worker_id: away.id,
        whole_days: 1,
        state: 'granted',
        by_worker: 0,
        reason: '',
        answer: '',
      },
      ...{ starts_at: '2026-11-28T13:00:00.000Z', ends_at: '2026-12-01T13:00:00.000Z', decided_by: null },
      ...{ created_at: monday, updated_at: monday },
    })
    .execute();
  const user = await aUser(db);
  const before = await book({ user_id: user.id, scheduled_date: '2026-11-23T23:00:00.000Z' });
  expect((await assign(before.id, known.id)).status).toBe(200);
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', before.id).execute();
  const booking = await book({ user_id: user.id });
  const { body } = await candidates(booking.id);
  expect(body.assigned).toEqual([]);
  expect(body.candidates.map(({ id, isFree, reason }) => [id, isFree, reason])).toEqual([
    [known.id, true, 'was here once, nothing else that day'],
    [free.id, true, 'was never here, nothing else that day'],
    [away.id, false, 'on leave until Tuesday'],
    [late.id, false, 'works 12 pm to 6 pm that day; this takes 10 am to 1 pm'],
    [unskilled.id, false, 'does not do this service'],
  ]);
});

test('one tap assigns and changes; a repeat changes nothing, and the visit is taken away without a refusal', async () => {
  const { worker, book } = await given();
  const [ana, ben] = [await worker({ name: 'Ana' }), await worker({ name: 'Ben' })];
  const { id } = await book();
  expect((await assign(id, ana.id)).body.assigned).toMatchObject([{ id: ana.id, name: 'Ana' }]);
  await assign(id, ana.id);
  expect(await planned(id)).toMatchObject([{ worker_id: ana.id, starts_at: monday }]);
  expect((await assign(id, ben.id)).body.candidates.map((one) => one.id)).toEqual([ana.id]);
  expect((await planned(id)).map(({ worker_id }) => worker_id)).toEqual([ben.id]);
  expect((await assign(id, null)).body.assigned).toEqual([]);
  expect(await planned(id)).toEqual([]);
  const acts = await db.selectFrom('audit_acts').select('act').where('subject_id', '=', id).execute();
  expect(acts).toHaveLength(3);
});

test('a second visit at the same time is refused with the reason, and planned anyway with one in the log', async () => {
  const { worker, book } = await given();
  const ana = await worker();
  const [first, second] = [await book(), await book()];
  await assign(first.id, ana.id);
  expect(await assign(second.id, ana.id)).toMatchObject({
    ...{ status: 409, body: { message: 'Not possible: has a visit at 10 am.' } },
  });
  expect(await planned(second.id)).toEqual([]);
  expect((await assign(second.id, ana.id, 'They are neighbours')).status).toBe(200);
  const lanes = await db
    .selectFrom('worker_quarters')
    .select('lane')
    .distinct()
    .where('worker_id', '=', ana.id)
    .orderBy('lane')
    .execute();
  expect(lanes).toEqual([{ lane: 0 }, { lane: 1 }]);
  const log = (await admin.call('listActs', { query: { act: 'visit_assigned' } })).body;
  const entry = log.find(({ subject }) => subject.id === second.id);
  expect(entry).toMatchObject({
    act: 'visit_assigned',
    details: { to: ana.id, anyway: 'has a visit at 10 am', reason: 'They are neighbours' },
  });
});

test('of two bookings that race for one worker, one has them', async () => {
  const { worker, book } = await given();
  const ana = await worker();
  const all = [await book(), await book(), await book()];
  const answers = await Promise.all(all.map(({ id }) => assign(id, ana.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('nobody is sent to a booking without a time, or one that is over', async () => {
  const { worker, book } = await given();
  const ana = await worker();
  for (const more of [
    { scheduled_date: null },
    { status: 'completed' as const },
    { status: 'cancelled' as const },
  ]) {
    const { id } = await book(more);
    expect((await candidates(id)).body.candidates).toEqual([]);
    expect((await assign(id, ana.id)).status).toBe(409);
  }
  expect((await candidates(randomUUID())).status).toBe(404);
});

test('candidates are read by who may read bookings, and given by who may change them', async () => {
  const { worker, book } = await given();
  const [ana, { id }, other] = [await worker(), await book(), await book()];
  const as = async (role_id: string | null) => server.as(await aUser(db, { role_id }));
  const [support, dispatcher] = [await as('support'), await as('dispatcher')];
  expect((await candidates(id, support)).status).toBe(200);
  expect((await assign(id, ana.id, undefined, support)).status).toBe(403);
  for (const by of [await as(null), await as('worker')]) {
    expect((await candidates(id, by)).status).toBe(403);
    expect((await assign(id, ana.id, undefined, by)).status).toBe(403);
  }
  expect((await assign(id, ana.id, undefined, dispatcher)).status).toBe(200);
  expect((await assign(other.id, ana.id, 'Why not', dispatcher)).status).toBe(403);
});

test('a worker who is switched off or on leave keeps the visits, which then are listed with the reason', async () => {
  const { worker, book } = await given();
  const ana = await worker();
  const { id } = await book();
  await assign(id, ana.id);
  const params = { id: ana.id };
  const concerned = async () => (await admin.call('listConcerned', { params })).body.visits;
  expect(await concerned()).toEqual([]);
  const leave = { starts: '2026-11-30', ends: '2026-12-01', reason: '', state: 'granted' } as const;
  await admin.call('putLeave', { params: { ...params, leaveId: randomUUID() }, body: leave });
  expect(await concerned()).toMatchObject([
    { bookingId: id, startsAt: monday, reason: 'on leave until Tuesday', todo: expect.any(String) },
  ]);
  await admin.call('putWorker', { params, body: { isActive: false, version: 1 } });
  expect(await concerned()).toMatchObject([{ bookingId: id, reason: 'switched off' }]);
  expect(await planned(id)).toHaveLength(1);
});

test('a service that needs two gets both or neither, in one step; one of them is replaced by one', async () => {
  const { worker, book, service } = await given();
  const row = { service_id: service.id, offered: 1, window_minutes: 60, buffer_minutes: 0, workers: 2 };
  await db.insertInto('service_slots').values(row).execute();
  const [ana, ben, cy] = [
    await worker({ name: 'Ana' }),
    await worker({ name: 'Ben' }),
    await worker({ name: 'Cy' }),
  ];
  const { id } = await book();
  expect((await candidates(id)).body.needed).toBe(2);
  const several = (workerIds: string[]) =>
    admin.call('assignWorker', { params: { id }, body: { workerIds } });
  const names = async () => (await candidates(id)).body.assigned.map(({ name }) => name).sort();
  expect((await assign(id, ana.id)).body).toMatchObject({
    ...{ code: 'conflict', message: 'Not possible: this service needs 2 people, chosen together.' },
  });
  await assign((await book()).id, cy.id, 'For a test');
  expect((await several([ana.id, cy.id])).status, 'the second has a visit then').toBe(409);
  expect(await planned(id)).toEqual([]);
  const lacksOne = async () =>
    (await admin.call('readToday')).body.unassigned?.some((one) => one.id === id) ?? false;
  expect(await lacksOne()).toBe(true);
  expect((await several([ana.id, ben.id])).status).toBe(200);
  expect(await names()).toEqual(['Ana', 'Ben']);
  expect(await lacksOne()).toBe(false);
  const schedule = async () => {
    const query = { from: monday, to: '2026-11-30T23:00:00.000Z' };
    return (await admin.call('readSchedule', { query })).body.bookings.find((one) => one.id === id);
  };
  expect((await schedule())?.needed).toBe(2);
  await admin.call('assignWorker', { params: { id }, body: { workerId: null, insteadOf: ben.id } });
  expect(await names()).toEqual(['Ana']);
  expect(await lacksOne(), 'somebody is to be found for the other place').toBe(true);
  expect((await assign(id, ben.id)).status).toBe(200);
  const dee = await worker({ name: 'Dee' });
  expect((await assign(id, dee.id)).status).toBe(200);
  expect(await names()).toHaveLength(2);
  expect(await names()).toContain('Dee');
  expect((await admin.call('assignWorker', { params: { id }, body: {} })).status).toBe(400);
  await assign(id, null);
  expect(await planned(id)).toEqual([]);
});

test('a customer sees who comes once somebody is assigned, if the business lets names be shown', async () => {
  const { worker, book } = await given();
  const user = await aUser(db);
  const [ana, { id }] = [await worker({ name: 'Ana' }), await book({ user_id: user.id })];
  await assign(id, ana.id);
  const customer = await server.as(user);
  const read = async () => (await customer.call('readBooking', { params: { id } })).body;
  expect(await read()).not.toHaveProperty('worker');
  const { body: settings } = await admin.call('readBusinessSettings');
  const show = { version: settings.version, workersShown: 'on' } as const;
  expect((await admin.call('saveBusiness', { body: show })).status).toBe(200);
  expect(await read()).toMatchObject({ worker: { name: 'Ana', picture: null } });
  expect((await customer.call('listBookings', { query: {} })).body[0]).toMatchObject({
    worker: { name: 'Ana' },
  });
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute();
  expect(await read()).not.toHaveProperty('worker');
});
