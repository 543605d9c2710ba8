import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../bus/changed.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aCategory, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

const today = '2026-11-24T00:00:00.000Z';
/** 9:30 on 2 December in Sydney, and the same a day later. */
const morning = '2026-12-01T22:30:00.000Z';
const nextMorning = '2026-12-02T22:30:00.000Z';

let server: TestServer;
let db: Db;
let serviceId: string;
let admin: Client;
let adminId: string;
let changes: Change[];
beforeAll(async () => {
  ({ server, db, admin, adminId } = await startOffice());
  const category = await aCategory(db, { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' });
  serviceId = (await aService(db, { category_id: category.id, name: 'Lawn mowing' })).id;
  adminId = (await anAdmin(db)).id;
  admin = await server.as(adminId);
  changes = recordChanges(server.deps);
});
beforeEach(async () => {
  server.clock.set(today);
  changes.length = 0;
  await db.deleteFrom('notices').execute();
});
afterAll(() => server.close());

const aVisit = (given: Parameters<typeof aBooking>[1] = {}) =>
  aBooking(db, { service_id: serviceId, status: 'scheduled', scheduled_date: morning, ...given });

const read = async (from: string, to: string, more = {}) =>
  (await admin.call('readSchedule', { query: { from, to, ...more } })).body;

const move = (id: string, to: string, expectedDate: string | null = morning, more = {}) =>
  admin.call('moveBooking', { params: { id }, body: { scheduledDate: to, expectedDate, ...more } });

const rowOf = (id: string) =>
  db
    .selectFrom('bookings')
    .select(['status', 'scheduled_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('the calendar shows the bookings under way in a span, in order, with the team’s facts', async () => {
  const user = await aUser(db, { first_name: 'Mai', last_name: 'Tran' });
  const nameless = await aUser(db, { first_name: '', last_name: '' });
  const [from, to] = ['2027-03-01T00:00:00.000Z', '2027-03-02T00:00:00.000Z'];
  const at = (scheduled_date: string, given = {}) => aVisit({ user_id: user.id, scheduled_date, ...given });
  const done = await at('2027-03-01T09:00:00.000Z', { status: 'completed', actual_minutes: 45 });
  const first = await at(from, { user_id: nameless.id });
  const overnight = await at('2027-02-28T22:00:00.000Z');
  await at('2027-02-28T21:00:00.000Z');
  await at(to);
  const off = await at('2027-03-01T10:00:00.000Z', { status: 'cancelled' });

  const { bookings, more } = await read(from, to);
  expect(more).toBe(false);
  expect(bookings.map(({ id }) => id)).toEqual([overnight.id, first.id, done.id]);
  expect(bookings[2]).toMatchObject({
    status: 'completed',
    startsAt: '2027-03-01T09:00:00.000Z',
    minutes: 45,
    estimated: false,
    service: 'Lawn mowing',
    category: { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' },
    customer: { id: user.id, name: 'Mai Tran' },
  });
  expect(bookings[1]).toMatchObject({ minutes: 180, estimated: true, customer: { name: nameless.email } });
  const whole = await read(from, to, { cancelled: '1' });
  expect(whole.bookings.map(({ id }) => id)).toContain(off.id);
});

test('work of several days is shown on each of them, up to the longest that can be quoted', async () => {
  const start = '2027-04-05T00:00:00.000Z';
  const at = (scheduled_date: string, given = {}) => aVisit({ scheduled_date, ...given });
  const longest = await at(start, { estimated_minutes: 100 * 60 });
  const taken = await at(start, { status: 'completed', estimated_minutes: 60, actual_minutes: 30 * 60 });
  const off = await at(start, { status: 'cancelled', estimated_minutes: 100 * 60 });
  await at(start, { estimated_minutes: 24 * 60 });
  const dayAfter = async (days: number, more = {}) => {
    const day = (n: number) => new Date(Date.parse(start) + n * 86_400_000).toISOString();
    return (await read(day(days), day(days + 1), more)).bookings.map(({ id }) => id).sort();
  };
  expect(await dayAfter(1)).toEqual([longest.id, taken.id].sort());
  for (const days of [2, 3, 4]) expect(await dayAfter(days)).toEqual([longest.id]);
  expect(await dayAfter(4, { cancelled: '1' })).toEqual([longest.id, off.id].sort());
  expect(await dayAfter(5)).toEqual([]);
});

test('a span is at most a week and a day, and begins before its end', async () => {
  const readRange = (from: string, to: string) => admin.call('readSchedule', { query: { from, to } });
  expect((await readRange('2027-03-01T00:00:00.000Z', '2027-03-09T00:00:00.000Z')).status).toBe(200);
  expect(await readRange('2027-03-01T00:00:00.000Z', '2027-03-09T00:00:00.001Z')).toMatchObject({
    status: 400,
    body: { fields: { to: 'At most 8 days after `from`' } },
  });
  expect((await readRange('2027-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z')).status).toBe(400);
  expect((await readRange('2027-03-01', '2027-03-02')).status).toBe(400);
});

test('a move by the team keeps the booking scheduled, and everybody concerned is told', async () => {
  const booking = await aVisit();
  const { status, body } = await move(booking.id, nextMorning);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ id: booking.id, startsAt: nextMorning, status: 'scheduled' }),
  ]);
  expect(await rowOf(booking.id)).toEqual({ status: 'scheduled', scheduled_date: nextMorning });
  const customer = await server.as(booking.user_id);
  const { body: detail } = await customer.call('readBooking', { params: { id: booking.id } });
  expect(detail.moves).toEqual([{ from: morning, to: nextMorning, at: today, by: 'team' }]);
  expect(detail.statusChanges).toHaveLength(1);
  const acts = await db.selectFrom('audit_acts').selectAll().where('subject_id', '=', booking.id).execute();
  expect(acts).toMatchObject([
    { actor_id: adminId, act: 'booking_rescheduled', subject_kind: 'booking', user_id: booking.user_id },
  ]);
  expect(JSON.parse(acts[0]?.details ?? '')).toEqual({ from: morning, to: nextMorning });
  expect(changes.map(({ people, admins }) => people ?? admins)).toEqual([[booking.user_id], true]);
  expect(changes[1]?.keys).toContain('/api/admin/schedule');
});

test('a repeated move changes nothing; an outdated view moves nothing', async () => {
  const booking = await aVisit();
  expect((await move(booking.id, nextMorning)).status).toBe(200);
  changes.length = 0;
  expect(await move(booking.id, nextMorning)).toMatchObject({ status: 200, body: { startsAt: nextMorning } });
  expect(changes).toEqual([]);
  const stale = await move(booking.id, '2026-12-04T22:30:00.000Z');
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  expect((await move(booking.id, morning, null)).status).toBe(409);
  expect(await rowOf(booking.id)).toEqual({ status: 'scheduled', scheduled_date: nextMorning });
  const moves = await db
    .selectFrom('booking_moves')
    .select('id')
    .where('booking_id', '=', booking.id)
    .execute();
  expect(moves).toHaveLength(1);
});

test('two administrators who move a booking at once do not undo each other', async () => {
  const booking = await aVisit();
  const other = await server.as(await anAdmin(db));
  const elsewhere = '2026-12-05T22:30:00.000Z';
  const answers = await Promise.all([
    move(booking.id, nextMorning),
    other.call('moveBooking', {
      params: { id: booking.id },
      body: { scheduledDate: elsewhere, expectedDate: morning },
    }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200);
  expect((await rowOf(booking.id)).scheduled_date).toBe(won?.body.startsAt);
});

test('a pending booking stays pending, unless the move schedules it', async () => {
  const stays = await aVisit({ status: 'pending' });
  expect((await move(stays.id, nextMorning)).body.status).toBe('pending');
  const booking = await aVisit({ status: 'pending' });
  expect((await move(booking.id, nextMorning, morning, { schedule: true })).body.status).toBe('scheduled');
  const { body } = await admin.call('readBooking', { params: { id: booking.id } });
  expect(body.statusChanges.map(({ to, by }) => [to, by])).toEqual([
    ['pending', undefined],
    ['scheduled', 'team'],
  ]);
  // The present time can be agreed to as well, which is no move.
  const here = await aVisit({ status: 'pending' });
  expect((await move(here.id, morning, morning, { schedule: true })).body.status).toBe('scheduled');
  const acts = await db.selectFrom('audit_acts').select('act').where('subject_id', '=', here.id).execute();
  expect(acts).toEqual([{ act: 'booking_status_set' }]);
});

test('work under way can be moved; finished bookings and past times cannot', async () => {
  const begun = await aVisit({ status: 'in_progress' });
  expect((await move(begun.id, nextMorning)).body.status).toBe('in_progress');
  for (const status of ['completed', 'cancelled'] as const) {
    const { id } = await aVisit({ status });
    expect((await move(id, nextMorning)).status, status).toBe(409);
  }
  const booking = await aVisit();
  const late = await move(booking.id, '2026-11-23T23:59:59.999Z');
  expect([late.status, late.body.fields?.scheduledDate]).toEqual([
    400,
    'Please choose a time that has not passed',
  ]);
  expect((await move(booking.id, 'tomorrow')).status).toBe(400);
  expect((await move(randomUUID(), nextMorning)).status).toBe(404);
});

test('a booking without a time can get one', async () => {
  const booking = await aVisit({ status: 'pending', scheduled_date: null });
  expect((await move(booking.id, nextMorning)).status).toBe(409);
  expect((await move(booking.id, nextMorning, null)).body.startsAt).toBe(nextMorning);
});

test('only administrators can see the calendar or move in it', async () => {
  const booking = await aVisit();
  const customer = await server.as(booking.user_id);
  for (const [who, status] of [
    [server.anyone, 401],
    [customer, 403],
  ] as const) {
    const query = { from: today, to: morning };
    expect((await who.call('readSchedule', { query })).status).toBe(status);
    expect((await who.call('readLiveWork')).status).toBe(status);
    const body = { scheduledDate: nextMorning, expectedDate: morning };
    expect((await who.call('moveBooking', { params: { id: booking.id }, body })).status).toBe(status);
  }
  expect(await rowOf(booking.id)).toEqual({ status: 'scheduled', scheduled_date: morning });
});

test('live work shows what is under way and since when, late, beginning soon, and done today', async () => {
  // 11 am in Sydney.
  const now = '2026-11-26T00:00:00.000Z';
  server.clock.set(now);
  await db.deleteFrom('booking_status_changes').execute();
  await db.deleteFrom('booking_moves').execute();
  await db.deleteFrom('bookings').execute();
  const at = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
  const under = await aVisit({ status: 'scheduled', scheduled_date: at(-2) });
  server.clock.set(at(-1.5));
  await admin.call('setBookingStatus', { params: { id: under.id }, body: { status: 'in_progress' } });
  server.clock.set(now);
  const late = await aVisit({ scheduled_date: at(-0.25) });
  const unanswered = await aVisit({ status: 'pending', scheduled_date: at(-1) });
  const soon = await aVisit({ scheduled_date: at(2) });
  const sooner = await aVisit({ status: 'pending', scheduled_date: at(1) });
  await aVisit({ scheduled_date: at(2.01) });
  await aVisit({ status: 'cancelled', scheduled_date: at(1) });
  await aVisit({ status: 'completed', scheduled_date: at(-9), completed_date: at(-10.99) });
  // On the evening before, in Sydney.
  await aVisit({ status: 'completed', scheduled_date: at(-12), completed_date: at(-11.01) });

  const { body } = await admin.call('readLiveWork');
  expect(body).toMatchObject({ at: now, cut: [], completedToday: 1 });
  expect(body.inProgress).toMatchObject([
    { id: under.id, startsAt: at(-2), startedAt: at(-1.5), minutes: 180 },
  ]);
  expect(body.late.map(({ id }) => id)).toEqual([late.id, unanswered.id]);
  expect(body.soon.map(({ id }) => id)).toEqual([sooner.id, soon.id]);
});

test('work under way without a recorded beginning counts from its time', async () => {
  await db.deleteFrom('booking_status_changes').execute();
  const { id } = await aVisit({ status: 'in_progress', scheduled_date: '2026-11-23T22:00:00.000Z' });
  await db.deleteFrom('booking_status_changes').where('booking_id', '=', id).execute();
  const { body } = await admin.call('readLiveWork');
  expect(body.inProgress.find((work) => work.id === id)?.startedAt).toBe('2026-11-23T22:00:00.000Z');
});
