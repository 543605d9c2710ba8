import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, switchSlots } from '../../../testing/builders/crew.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  ({ server, db, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
  await switchSlots(server.deps, 'on');
});
afterAll(() => server.close());

/** A Monday's time in Sydney's summer. */
const monday = (hour: number) => new Date(Date.UTC(2026, 10, 29, hour + 13)).toISOString();
const query = { from: '2026-11-30', days: 1 };

/** A visit of two hours on Monday at 10, and those who do its service. */
async function aScene(workers: number) {
  const service = await aService(db, { estimated_minutes: 120 });
  const crew = [];
  for (let n = 0; n < workers; n += 1) crew.push(await aWorker(db, { serviceIds: [service.id] }));
  const at = (scheduled_date: string) =>
    aBooking(db, {
      ...{ service_id: service.id, status: 'scheduled', payment_type: 'one_time', scheduled_date },
      estimated_minutes: 120,
    });
  const assign = async (id: string, worker: { id: string } | undefined) =>
    expect(
      (await admin.call('assignWorker', { params: { id }, body: { workerId: worker?.id ?? '' } })).status,
    ).toBe(200);
  const slots = async (id: string) =>
    (await admin.call('listMoveSlots', { params: { id }, query })).body.map(({ start }) => start);
  const move = (id: string, to: string, from: string) =>
    admin.call('moveBooking', { params: { id }, body: { scheduledDate: to, expectedDate: from } });
  return { crew, at, assign, slots, move };
}

test('a visit moves to times at which its worker is free; its own time is in nobody’s way', async () => {
  const { crew, at, assign, slots, move } = await aScene(2);
  const [mine, next] = [await at(monday(10)), await at(monday(13))];
  await assign(mine.id, crew[0]);
  await assign(next.id, crew[0]);
  const free = await slots(mine.id);
  expect(free).toContain(monday(9));
  expect(free, 'the next visit is in the way').not.toContain(monday(12));
  expect(free, 'another worker’s free time is not offered').not.toContain(monday(14));
  for (const to of [free[0] ?? '', free.at(-1) ?? '']) {
    const [{ scheduled_date: from } = { scheduled_date: '' }] = await db
      .selectFrom('bookings')
      .select('scheduled_date')
      .where('id', '=', mine.id)
      .execute();
    expect((await move(mine.id, to, from ?? '')).status).toBe(200);
  }
});

test('a time that the customer keeps for something else is not offered for their visit', async () => {
  const { crew, at, assign, slots, move } = await aScene(1);
  const mine = await at(monday(10));
  await assign(mine.id, crew[0]);
  expect(await slots(mine.id)).toContain(monday(14));
  const customer = await server.as(mine.user_id);
  const body = { serviceId: mine.service_id, start: monday(14) };
  expect((await customer.call('createHold', { body })).status).toBe(200);
  expect(await slots(mine.id)).not.toContain(monday(14));
  expect((await move(mine.id, monday(14), monday(10))).body).toMatchObject({ code: 'slot_taken' });
});

test('a visit without a worker moves to times at which somebody can make it', async () => {
  const { crew, at, assign, slots } = await aScene(2);
  const [mine, one] = [await at(monday(10)), await at(monday(13))];
  await assign(one.id, crew[0]);
  expect(await slots(mine.id)).toContain(monday(13));
  const other = await at(monday(13));
  await assign(other.id, crew[1]);
  expect(await slots(mine.id)).not.toContain(monday(13));
});

test('only those who may change bookings read these times; where times are wished for there are none', async () => {
  const { at, slots } = await aScene(1);
  const { id } = await at(monday(10));
  for (const role_id of [null, 'support']) {
    const client = await server.as(await aUser(db, { role_id }));
    expect((await client.call('listMoveSlots', { params: { id }, query })).status).toBe(403);
  }
  expect((await admin.call('listMoveSlots', { params: { id: randomUUID() }, query })).status).toBe(404);
  expect(await slots(id)).not.toEqual([]);
  await switchSlots(server.deps, 'off');
  expect(await slots(id)).toEqual([]);
  await switchSlots(server.deps, 'on');
});
