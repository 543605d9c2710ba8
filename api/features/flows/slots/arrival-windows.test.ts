import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idleJobs, type Jobs } from '../../../jobs/jobs.ts';
import { anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { subscribe } from '../../../testing/builders/newsroom.ts';
import { intentOf, payWithCard, visit } from '../../../testing/outside/cards.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import { aPushService, type PushService } from '../../../testing/outside/push.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { fulfilPayment } from '../checkout/fulfilment.service.ts';

let post: Post;
let pushService: PushService;
let server: TestServer;
let jobs: Jobs;
beforeAll(async () => {
  post = aPost();
  pushService = await aPushService();
  server = await startTestServer({
    usualHours: true,
    env: { PUSH_HOSTS: pushService.host },
    deps: { mail: post },
  });
  await switchSlots(server.deps, 'on');
  jobs = idleJobs(server.deps);
});
afterAll(async () => {
  await jobs.stop();
  await server.close();
  await pushService.close();
});
/** Noon of a Friday in Sydney. */
beforeEach(() => server.clock.set('2026-11-20T01:00:00.000Z'));

/** A Monday's time in Sydney's summer. */
const monday = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour + 13)).toISOString();

/** A member who books the work of one worker, whose service has windows of an hour. */
async function aScene({ plan = true } = {}) {
  const { db } = server.deps;
  const service = await aService(db, { name: 'Gutter cleaning', estimated_minutes: 120 });
  const worker = await aWorker(db, { serviceIds: [service.id] });
  const user = await aUser(db);
  if (plan) await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
  const client = await server.as(user);
  const admin = await server.as(await anAdmin(db));
  const hold = async (start: string, more: object = {}) =>
    (await client.call('createHold', { body: { serviceId: service.id, start, ...more } })).body.id;
  const book = async (start: string, holdId?: string) =>
    (
      await client.call('createBooking', {
        body: {
          ...{ serviceId: service.id, scheduledDate: start, notes: 'Mind the cat' },
          paymentType: 'subscription' as const,
          ...(holdId && { holdId }),
        },
      })
    ).body;
  const read = async (id: string) => (await client.call('readBooking', { params: { id } })).body;
  const move = async (id: string, scheduledDate: string, holdId?: string) =>
    (
      await client.call('rescheduleBooking', {
        params: { id },
        body: { scheduledDate, ...(holdId && { holdId }) },
      })
    ).body;
  /** The team gives the service another window. */
  const widen = async (windowMinutes: number) => {
    const body = { isOffered: true, windowMinutes, bufferMinutes: 0, workers: 1 };
    expect((await admin.call('putServiceTimes', { params: { id: service.id }, body })).status).toBe(200);
  };
  const sound = async () => expect(await breaches(db, server.clock.now().toISOString())).toEqual([]);
  return { db, service, worker, user, client, admin, hold, book, read, move, widen, sound };
}

test('a booking keeps the window of its chosen time, whatever the service promises later; a wish has none', async () => {
  const { client, hold, book, read, widen } = await aScene();
  const booked = await book(monday(9), await hold(monday(9)));
  expect(booked.windowMinutes).toBe(60);
  const held = await hold(monday(12));
  await widen(120);
  expect((await read(booked.id)).windowMinutes).toBe(60);
  expect((await book(monday(12), held)).windowMinutes, 'as it was chosen').toBe(60);
  expect((await book(monday(15), await hold(monday(15)))).windowMinutes).toBe(120);
  const wish = await book(monday(16));
  expect(wish).not.toHaveProperty('windowMinutes');
  const { body: list } = await client.call('listBookings');
  expect(list.find(({ id }) => id === booked.id)?.windowMinutes).toBe(60);
});

test('a move to another free time has its window, a move to a wished one has none', async () => {
  const { hold, book, move, widen, sound } = await aScene();
  const { id } = await book(monday(9), await hold(monday(9)));
  await widen(120);
  const moved = await move(id, monday(14), await hold(monday(14), { bookingId: id }));
  expect(moved).toMatchObject({ status: 'scheduled', windowMinutes: 120 });
  const wished = await move(id, monday(16));
  expect(wished.status).toBe('pending');
  expect(wished).not.toHaveProperty('windowMinutes');
  await sound();
});

test('the team takes the window with a visit that it moves, and ends it with the agreement', async () => {
  const { admin, hold, book, read, widen } = await aScene();
  const { id } = await book(monday(9), await hold(monday(9)));
  await widen(120);
  /** The lengths of the windows with which the team is offered times. */
  const offered = async () => {
    const query = { from: '2026-11-23', days: 1 };
    const { body } = await admin.call('listMoveSlots', { params: { id }, query });
    return [...new Set(body.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 60_000))];
  };
  expect(await offered(), 'the window that the booking keeps').toEqual([60]);
  const body = { scheduledDate: monday(10), expectedDate: monday(9) };
  expect((await admin.call('moveBooking', { params: { id }, body })).status).toBe(200);
  expect(await read(id)).toMatchObject({ scheduledDate: monday(10), windowMinutes: 60 });
  const status = { status: 'pending' as const };
  expect((await admin.call('setBookingStatus', { params: { id }, body: status })).status).toBe(200);
  expect(await read(id)).not.toHaveProperty('windowMinutes');
  expect(await offered(), 'a wish has none').toEqual([0]);
});

test('letters, push messages and calendars name the window; the event begins with it', async () => {
  const { user, client, hold, book } = await aScene();
  const browser = pushService.browser();
  await subscribe(client, browser);
  const { id } = await book(monday(9), await hold(monday(9)));
  await jobs.runOnce();
  const [letter] = post.letters.filter(({ to }) => to === user.email);
  expect(letter?.text).toContain('Monday 23 November 2026, 9:00 – 10:00 am (Sydney time)');
  // The reminder, a day before.
  server.clock.set('2026-11-21T22:00:00.000Z');
  await jobs.runOnce();
  await jobs.runOnce();
  expect(browser.got.map((message) => JSON.stringify(message)).join()).toContain('9:00 – 10:00 am');
  const file = await (await client.raw('GET', `/api/bookings/${id}/calendar.ics`)).text();
  const link = (await client.call('createCalendarLink')).body.url ?? '';
  const feed = await (await server.anyone.raw('GET', new URL(link).pathname)).text();
  for (const text of [file, feed]) {
    expect(text).toContain('DTSTART:20261122T220000Z');
    expect(text.replaceAll('\r\n ', '')).toContain('We arrive 9:00 – 10:00 am (Sydney time)');
  }
});

test('a card payment books the window, and its receipt says that the time is confirmed', async () => {
  const { db, user, client, service, hold, read } = await aScene({ plan: false });
  const begun = await client.call('createPaymentIntent', {
    body: {
      serviceId: service.id,
      bookingData: { ...visit, scheduledDate: monday(9) },
      holdId: await hold(monday(9)),
    },
  });
  const secret = begun.body.clientSecret;
  await payWithCard(server, secret);
  await fulfilPayment(server.deps, intentOf(secret));
  const [row] = await db.selectFrom('bookings').select('id').where('user_id', '=', user.id).execute();
  expect(await read(row?.id ?? '')).toMatchObject({ status: 'scheduled', windowMinutes: 60 });
  await jobs.runOnce();
  const receipt = post.letters.find(({ to, subject }) => to === user.email && subject.includes('receipt'));
  expect(receipt?.text).toContain('your booking is confirmed.');
  expect(receipt?.text).not.toContain('The team confirms its time');
  expect(receipt?.text).toContain('Monday 23 November 2026, 9:00 – 10:00 am (Sydney time)');
});

test('a booking that waits for its plan keeps its window, until the time is taken by somebody else', async () => {
  const { db, user, hold, book, read, sound } = await aScene({ plan: false });
  const waits = await book(monday(9), await hold(monday(9)));
  expect(waits).toMatchObject({ status: 'pending', windowMinutes: 60 });
  server.clock.advance({ minutes: 31 });
  const other = await server.as(await aUser(db));
  const body = { serviceId: waits.service.id, start: monday(9) };
  expect((await other.call('createHold', { body })).status).toBe(200);
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
  const now = server.clock.now().toISOString();
  await db.transaction().execute((tx) => planPaid(tx, user.id, now));
  expect(await read(waits.id)).toMatchObject({ status: 'pending', timeTaken: expect.anything() });
  expect(await read(waits.id)).not.toHaveProperty('windowMinutes');
  await sound();
});

test('the team’s lists and calendar, and the worker’s week, show the window', async () => {
  const { db, admin, worker, hold, book } = await aScene();
  const { id } = await book(monday(9), await hold(monday(9)));
  const { body: list } = await admin.call('listAllBookings', { query: { ids: id } });
  expect(list[0]?.windowMinutes).toBe(60);
  const query = { from: monday(0), to: monday(24) };
  const { body: schedule } = await admin.call('readSchedule', { query });
  expect(schedule.bookings.find((one) => one.id === id)?.windowMinutes).toBe(60);
  const account = await aUser(db, { role_id: 'worker' });
  const linked = db.updateTable('workers').set({ user_id: account.id });
  await linked.where('id', '=', worker.id).execute();
  const week = await (await server.as(account)).call('readOwnWeek', { query: { from: '2026-11-23' } });
  expect(week.body.visits).toMatchObject([{ windowMinutes: 60 }]);
});
