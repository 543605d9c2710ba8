import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { payWithCard } from '../../../testing/outside/cards.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usualHours: true });
  await seedCatalogue(server.deps.db);
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-20T02:00:00.000Z');
  // One worker is free, whoever was there in an earlier test.
  await server.deps.db.updateTable('workers').set({ active: 0 }).execute();
});

/** A member's request, and the one worker who does requests. */
async function aScene() {
  const { db } = server.deps;
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, tier: 'standard', current_period_end: '2026-12-31T00:00:00.000Z' });
  const request = await aRequest(server, { user });
  const { service_id } = await request.row();
  const worker = await aWorker(db, { serviceIds: [service_id] });
  const slots = async (hours?: number) => {
    const query = { from: '2026-12-03', days: 1, ...(hours && { hours }) };
    const { body } = await request.team.call('listRequestSlots', { params: request.params, query });
    return body.map(({ start }) => start);
  };
  const visits = () =>
    db.selectFrom('planned_visits').selectAll().where('booking_id', '=', request.id).execute();
  /** The worker no longer works. */
  const leave = () => db.deleteFrom('worker_hours').where('worker_id', '=', worker.id).execute();
  const sound = async () => expect(await breaches(db, server.clock.now().toISOString())).toEqual([]);
  return { ...request, db, user, worker, slots, visits, leave, sound };
}

test('the team proposes a free time, and a quote in hours has its worker once it is accepted', async () => {
  const { slots, quote, accept, visits, worker, read, sound } = await aScene();
  const [first = ''] = await slots();
  const long = await slots(6);
  expect(long.length).toBeLessThan((await slots()).length);
  const sent = await quote({
    kind: 'hours',
    amountCents: undefined,
    hours: 3,
    scheduledDate: first,
    isSlot: true,
  });
  expect([sent.status, sent.body.quote?.isSlot]).toEqual([200, true]);
  expect(await visits()).toEqual([]);
  expect((await accept(sent.body.quote?.id ?? '')).status).toBe(200);
  expect(await visits()).toMatchObject([{ worker_id: worker.id, starts_at: first }]);
  expect(await read()).toMatchObject({ status: 'scheduled', scheduledDate: first });
  await sound();
});

test('a proposed time that is gone when the quote is accepted leaves a wish with the nearest times', async () => {
  const { slots, quoted, accept, visits, leave, read, db, user, sound } = await aScene();
  const [first = ''] = await slots();
  const id = await quoted({
    kind: 'hours',
    amountCents: undefined,
    hours: 3,
    scheduledDate: first,
    isSlot: true,
  });
  await leave();
  expect((await accept(id)).status).toBe(200);
  expect(await visits()).toEqual([]);
  expect(await read()).toMatchObject({ status: 'pending', scheduledDate: first, timeTaken: [] });
  const notices = await db.selectFrom('notices').select('content').where('user_id', '=', user.id).execute();
  expect(notices.map(({ content }) => JSON.parse(content))).toContainEqual(
    expect.objectContaining({ what: 'time_taken', start: first }),
  );
  await sound();
});

test('a price with a free time has its worker once it is paid', async () => {
  const { slots, quoted, accept, confirm, visits, read } = await aScene();
  const [, second = ''] = await slots();
  const begun = await accept(await quoted({ scheduledDate: second, isSlot: true }));
  const secret = begun.body.clientSecret ?? '';
  await payWithCard(server, secret);
  expect((await confirm(secret)).status).toBe(200);
  expect(await visits()).toMatchObject([{ starts_at: second }]);
  expect((await read()).status).toBe('scheduled');
});

test('a time that is not free is not sent as a free one; as a plain proposal it is as ever', async () => {
  const { slots, quote, accept, leave, visits, read } = await aScene();
  const [first = ''] = await slots();
  await leave();
  const form = { kind: 'hours', amountCents: undefined, hours: 3, scheduledDate: first };
  expect((await quote({ ...form, isSlot: true })).body).toMatchObject({ code: 'slot_taken' });
  const sent = await quote(form);
  expect(sent.body.quote?.isSlot).toBeUndefined();
  expect((await accept(sent.body.quote?.id ?? '')).status).toBe(200);
  expect(await visits()).toEqual([]);
  expect((await read()).status).toBe('scheduled');
});

test('a request has the times of those who come to its place', async () => {
  const { db } = server.deps;
  const request = await aRequest(server, { fields: { location: '1 Bay Street, Parramatta NSW 2150' } });
  const { service_id } = await request.row();
  const times = async () => {
    const query = { from: '2026-12-03', days: 1 };
    return (await request.team.call('listRequestSlots', { params: request.params, query })).body.length;
  };
  await aWorker(db, { serviceIds: [service_id], postcodes: ['2000'] });
  expect(await times()).toBe(0);
  await aWorker(db, { serviceIds: [service_id], postcodes: ['2150'] });
  expect(await times()).toBeGreaterThan(0);
});

test('customers do not read the team’s times of a request', async () => {
  const { client, params, team } = await aScene();
  const query = { from: '2026-12-03', days: 1 };
  expect((await client.call('listRequestSlots', { params, query })).status).toBe(403);
  const unknown = { params: { id: randomUUID() }, query };
  expect((await team.call('listRequestSlots', unknown)).status).toBe(404);
});

test('a quote promises the window of its time, which its booking keeps', async () => {
  const { db, slots, quote, accept, read } = await aScene();
  const [first = ''] = await slots();
  const form = { kind: 'hours', amountCents: undefined, hours: 3, scheduledDate: first };
  const sent = await quote({ ...form, isSlot: true });
  expect(sent.body.quote?.windowMinutes).toBe(60);
  expect((await read()).quote?.windowMinutes).toBe(60);
  const { service_id } = await db
    .selectFrom('bookings')
    .select('service_id')
    .where('id', '=', sent.body.id)
    .executeTakeFirstOrThrow();
  const row = { service_id, offered: 1, window_minutes: 120, buffer_minutes: 0, workers: 1 };
  await db.insertInto('service_slots').values(row).execute();
  expect((await accept(sent.body.quote?.id ?? '')).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'scheduled', windowMinutes: 60 });
  await db.deleteFrom('service_slots').where('service_id', '=', service_id).execute();
});

test('a request that the team schedules at the proposed time keeps the quote’s window once it is accepted', async () => {
  for (const isFree of [true, false]) {
    const { id, team, slots, quoted, accept, visits, leave, read, worker, sound } = await aScene();
    const [first = ''] = await slots();
    const form = { kind: 'hours', amountCents: undefined, hours: 3, scheduledDate: first, isSlot: true };
    const quoteId = await quoted(form);
    const body = { scheduledDate: first, expectedDate: (await read()).scheduledDate, schedule: true };
    expect((await team.call('moveBooking', { params: { id }, body })).status).toBe(200);
    expect((await read()).status).toBe('scheduled');
    expect(await visits()).toEqual([]);
    if (!isFree) await leave();
    expect((await accept(quoteId)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'scheduled', scheduledDate: first, windowMinutes: 60 });
    const sent = await visits();
    if (isFree) expect(sent).toMatchObject([{ worker_id: worker.id, starts_at: first }]);
    else expect(sent, 'the team has agreed to the time, and sends somebody').toEqual([]);
    await sound();
  }
});

test('whoever was sent to a request comes at the proposed time, or somebody else does', async () => {
  for (const isFree of [true, false]) {
    const { db, id, team, worker, slots, quoted, accept, visits, read, sound } = await aScene();
    const params = { id };
    const assigned = await team.call('assignWorker', { params, body: { workerId: worker.id } });
    expect(assigned.status).toBe(200);
    const { service_id } = await db
      .selectFrom('bookings')
      .select('service_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const other = await aWorker(db, { serviceIds: [service_id] });
    const [first = ''] = await slots();
    const form = { kind: 'hours', amountCents: undefined, hours: 3, scheduledDate: first, isSlot: true };
    const quoteId = await quoted(form);
    if (!isFree) await db.deleteFrom('worker_hours').where('worker_id', '=', worker.id).execute();
    expect((await accept(quoteId)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'scheduled', scheduledDate: first });
    expect(await visits()).toMatchObject([{ worker_id: isFree ? worker.id : other.id, starts_at: first }]);
    await sound();
    await db.updateTable('workers').set({ active: 0 }).execute();
  }
});
