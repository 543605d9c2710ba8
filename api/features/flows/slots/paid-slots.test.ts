import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { intentOf, payWithCard, visit } from '../../../testing/outside/cards.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { fulfilPayment } from '../checkout/fulfilment.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usualHours: true });
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());

/** 9 in the morning of a day in a fortnight, in Sydney. */
async function aScene() {
  const { db } = server.deps;
  const service = await aService(db);
  await aWorker(db, { serviceIds: [service.id] });
  const customer = async () => {
    const user = await aUser(db);
    const client = await server.as(user);
    const slots = async () => {
      const from = new Date(server.clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10);
      const query = { serviceId: service.id, from, days: 1 };
      return (await client.call('listSlots', { query })).body.map(({ start }) => start);
    };
    const hold = async (start: string) => {
      const { status, body } = await client.call('createHold', { body: { serviceId: service.id, start } });
      return { status, id: body.id };
    };
    const begin = async (start: string, holdId: string) => {
      const bookingData = { ...visit, scheduledDate: start };
      const begun = await client.call('createPaymentIntent', {
        body: { serviceId: service.id, bookingData, holdId },
        idempotencyKey: randomUUID(),
      });
      return { status: begun.status, secret: begun.body.clientSecret };
    };
    const pay = async (secret: string) => {
      await payWithCard(server, secret);
      await fulfilPayment(server.deps, intentOf(secret));
    };
    const bookings = () => db.selectFrom('bookings').selectAll().where('user_id', '=', user.id).execute();
    const news = async () => {
      const rows = await db.selectFrom('notices').selectAll().where('user_id', '=', user.id).execute();
      // A receipt comes with every payment, a confirmation with every other booking.
      return rows
        .map(({ kind, content }) => ({ kind, ...JSON.parse(content) }))
        .filter(({ isAgreed, what }) => isAgreed || what === 'time_taken');
    };
    return { user, client, slots, hold, begin, pay, bookings, news };
  };
  return { db, service, customer, ...(await customer()) };
}

test('a payment that began with a hold books the time, which is kept for twenty minutes', async () => {
  const { slots, hold, begin, pay, bookings, customer, news } = await aScene();
  const [start = ''] = await slots();
  const { id } = await hold(start);
  const { status, secret } = await begin(start, id);
  expect(status).toBe(200);
  server.clock.advance({ minutes: 19 });
  expect((await (await customer()).hold(start)).status).toBe(409);
  await pay(secret);
  expect(await bookings()).toMatchObject([{ status: 'scheduled', scheduled_date: start }]);
  // The receipt says that the time is agreed.
  expect(await news()).toEqual([]);
  expect(await breaches(server.deps.db, server.clock.now().toISOString())).toEqual([]);
});

test('money that comes after the hold has lapsed takes the time only if it is still free', async () => {
  const { slots, hold, begin, pay, bookings } = await aScene();
  const [start = ''] = await slots();
  const { secret } = await begin(start, (await hold(start)).id);
  server.clock.advance({ minutes: 21 });
  await pay(secret);
  expect(await bookings()).toMatchObject([{ status: 'scheduled' }]);
});

test('money comes for a time that its customer has chosen again meanwhile: it is theirs', async () => {
  const { db, slots, hold, begin, pay, bookings, news, user } = await aScene();
  const [start = ''] = await slots();
  const { secret } = await begin(start, (await hold(start)).id);
  expect((await hold(start)).status).toBe(200);
  await pay(secret);
  expect(await bookings()).toMatchObject([{ status: 'scheduled', scheduled_date: start }]);
  expect((await news()).map(({ what }) => what)).not.toContain('time_taken');
  expect(await db.selectFrom('slot_holds').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  expect(await breaches(db, server.clock.now().toISOString())).toEqual([]);
});

test('money for a time that was taken meanwhile leaves a wish, and its customer learns the nearest times', async () => {
  const { slots, hold, begin, pay, bookings, customer, news } = await aScene();
  const [start = '', , , , , , next = '', after = ''] = await slots();
  const { secret } = await begin(start, (await hold(start)).id);
  server.clock.advance({ minutes: 21 });
  const other = await customer();
  expect((await other.hold(start)).status).toBe(200);
  await pay(secret);
  await fulfilPayment(server.deps, intentOf(secret));
  const [booking] = await bookings();
  expect(booking).toMatchObject({ status: 'pending', scheduled_date: start });
  expect(await news()).toMatchObject([{ what: 'time_taken', bookingId: booking?.id, start }]);
  const [{ nearest }] = (await news()) as [{ nearest: string[] }];
  expect(nearest).toHaveLength(2);
  expect([next, after]).not.toContain(start);
  for (const one of nearest) expect(one > start || one < start).toBe(true);
  expect(await breaches(server.deps.db, server.clock.now().toISOString())).toEqual([]);
});

test('a time that was taken is shown with the nearest free ones, one of which the booking gets at once', async () => {
  const { service, slots, hold, begin, pay, bookings, customer, client } = await aScene();
  const [start = ''] = await slots();
  const { secret } = await begin(start, (await hold(start)).id);
  server.clock.advance({ minutes: 21 });
  await (await customer()).hold(start);
  await pay(secret);
  const [{ id } = { id: '' }] = await bookings();
  const read = async () => (await client.call('readBooking', { params: { id } })).body;
  const { timeTaken = [], changes } = await read();
  expect(timeTaken).toHaveLength(2);
  expect(timeTaken.map((slot) => slot.start)).not.toContain(start);
  expect(changes).toMatchObject({ mayReschedule: true, cancel: { outcome: 'refund' } });
  const [{ start: next } = { start: '' }] = timeTaken;
  const body = { serviceId: service.id, start: next, bookingId: id };
  const { body: held } = await client.call('createHold', { body });
  const moved = await client.call('rescheduleBooking', {
    params: { id },
    body: { scheduledDate: next, holdId: held.id },
  });
  expect(moved.body).toMatchObject({ status: 'scheduled', scheduledDate: next });
  expect(moved.body.timeTaken).toBeUndefined();
});

test('a time that was taken may be given up for the whole price, and moved, on its last day too', async () => {
  const { slots, hold, begin, pay, bookings, customer, client } = await aScene();
  const [start = ''] = await slots();
  const { secret } = await begin(start, (await hold(start)).id);
  server.clock.advance({ minutes: 21 });
  await (await customer()).hold(start);
  await pay(secret);
  server.clock.set(new Date(Date.parse(start) - 3_600_000).toISOString());
  const [{ id } = { id: '' }] = await bookings();
  const { changes } = (await client.call('readBooking', { params: { id } })).body;
  expect(changes).toMatchObject({ freeUntil: null, mayReschedule: true, cancel: { outcome: 'refund' } });
});

test('payments that begin one after the other keep a time for thirty minutes in all', async () => {
  const { slots, hold, begin, customer } = await aScene();
  const [start = ''] = await slots();
  const { id } = await hold(start);
  server.clock.advance({ minutes: 9 });
  expect((await begin(start, id)).status).toBe(200);
  server.clock.advance({ minutes: 19 });
  expect((await begin(start, id)).status).toBe(200);
  const other = await customer();
  server.clock.advance({ minutes: 1 });
  expect((await other.hold(start)).status).toBe(409);
  server.clock.advance({ minutes: 2 });
  expect((await begin(start, id)).status).toBe(409);
  expect((await other.hold(start)).status).toBe(200);
});

test('a payment does not begin without its hold, and giving it up frees the time', async () => {
  const { slots, hold, begin, client, customer } = await aScene();
  const [start = ''] = await slots();
  const other = await customer();
  expect((await begin(start, randomUUID())).status).toBe(409);
  const { id } = await hold(start);
  expect((await other.begin(start, id)).status).toBe(409);
  const { secret } = await begin(start, id);
  expect((await other.hold(start)).status).toBe(409);
  const body = { paymentIntentId: intentOf(secret) };
  expect((await client.call('cancelPaymentIntent', { body })).status).toBe(200);
  expect((await other.hold(start)).status).toBe(200);
});

/** A booking that waits for its customer's plan, with a chosen time. */
async function aWaitingBooking() {
  const scene = await aScene();
  const [start = ''] = await scene.slots();
  const { id: holdId } = await scene.hold(start);
  const { body } = await scene.client.call('createBooking', {
    body: {
      ...{ serviceId: scene.service.id, scheduledDate: start, notes: 'Hello', paymentType: 'subscription' },
      holdId,
    },
  });
  expect(body.status).toBe('pending');
  const { user, db } = scene;
  const planIsPaid = async () => {
    const ends = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString();
    await aPlan(db, { user_id: user.id, current_period_end: ends });
    await db.transaction().execute((tx) => planPaid(tx, user.id, server.clock.now().toISOString()));
  };
  return { ...scene, start, planIsPaid };
}

test('a booking that waits for a plan keeps its time, and is scheduled once the plan is paid', async () => {
  const { start, planIsPaid, bookings, customer } = await aWaitingBooking();
  server.clock.advance({ minutes: 15 });
  expect((await (await customer()).hold(start)).status).toBe(409);
  await planIsPaid();
  expect(await bookings()).toMatchObject([{ status: 'scheduled', unpaid_since: null }]);
});

test('a plan that is paid after the time was taken leaves the booking as wished', async () => {
  const { start, planIsPaid, bookings, customer, news } = await aWaitingBooking();
  server.clock.advance({ minutes: 30 });
  expect((await (await customer()).hold(start)).status).toBe(200);
  await planIsPaid();
  expect(await bookings()).toMatchObject([{ status: 'pending', unpaid_since: null }]);
  expect(await news()).toMatchObject([{ what: 'time_taken', start }]);
});

test('a waiting booking that its member pays with free hours has its chosen time', async () => {
  const { user, db, client, bookings } = await aWaitingBooking();
  const ends = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString();
  await aPlan(db, { user_id: user.id, current_period_end: ends });
  const [{ id } = { id: '' }] = await bookings();
  expect((await client.call('payWaitingBooking', { params: { id }, body: {} })).status).toBe(200);
  expect(await bookings()).toMatchObject([{ status: 'scheduled', unpaid_since: null }]);
});

test('a plan that is paid after its booking’s time has begun does not schedule it', async () => {
  const { planIsPaid, bookings, news } = await aWaitingBooking();
  server.clock.advance({ days: 16 });
  await planIsPaid();
  expect(await bookings()).toMatchObject([{ status: 'pending' }]);
  expect(await news()).toMatchObject([{ what: 'time_taken' }]);
});

test('a waiting booking to which the team sends somebody keeps that worker alone', async () => {
  const { db, service, planIsPaid, bookings, start, customer } = await aWaitingBooking();
  const sent = await aWorker(db, { serviceIds: [service.id] });
  const [{ id } = { id: '' }] = await bookings();
  const admin = await server.as(await anAdmin(db));
  const assigned = await admin.call('assignWorker', { params: { id }, body: { workerId: sent.id } });
  expect(assigned.status).toBe(200);
  await planIsPaid();
  expect(await bookings()).toMatchObject([{ status: 'scheduled' }]);
  const visits = await db.selectFrom('planned_visits').selectAll().where('booking_id', '=', id).execute();
  expect(visits.map(({ worker_id }) => worker_id)).toEqual([sent.id]);
  expect((await (await customer()).hold(start)).status).toBe(200);
});

test('a hold books one thing: neither a second booking nor a payment takes it from the first', async () => {
  const { client, service, start, begin, bookings, db } = await aWaitingBooking();
  const hold = await db
    .selectFrom('slot_holds')
    .select('id')
    .where('service_id', '=', service.id)
    .executeTakeFirstOrThrow();
  expect((await begin(start, hold.id)).status).toBe(409);
  const again = await client.call('createBooking', {
    body: {
      ...{ serviceId: service.id, scheduledDate: start, notes: 'Again', paymentType: 'subscription' },
      holdId: hold.id,
    },
  });
  expect(again.body.code).toBe('slot_taken');
  expect(await bookings()).toHaveLength(1);
});
