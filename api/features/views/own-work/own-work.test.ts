import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  ({ server, db, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
});
afterAll(() => server.close());

test('workers see their own visits of a week by time, service and suburb, and nobody else’s', async () => {
  const service = await aService(db);
  const [user, other] = [await aUser(db, { role_id: 'worker' }), await aUser(db, { role_id: 'worker' })];
  const mine = await aWorker(db, { serviceIds: [service.id], user_id: user.id });
  await aWorker(db, { serviceIds: [service.id], user_id: other.id });
  const at = async (scheduled_date: string) => {
    const booking = await aBooking(db, {
      ...{ service_id: service.id, status: 'scheduled', payment_type: 'one_time', scheduled_date },
    });
    const params = { id: booking.id };
    await admin.call('assignWorker', { params, body: { workerId: mine.id } });
    return booking;
  };
  await at('2026-11-24T23:00:00.000Z');
  const next = await at('2026-11-29T23:00:00.000Z');
  const called = await at('2026-11-25T23:00:00.000Z');
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', called.id).execute();
  const client = await server.as(user);
  const { body } = await client.call('readOwnWeek', { query: {} });
  expect(body).toMatchObject({
    from: '2026-11-23',
    visits: [{ startsAt: '2026-11-24T23:00:00.000Z', status: 'scheduled', service: 'House cleaning' }],
  });
  expect(JSON.stringify(body)).not.toContain(next.user_id);
  const week = await client.call('readOwnWeek', { query: { from: '2026-12-03' } });
  expect(week.body.visits.map(({ startsAt }) => startsAt)).toEqual(['2026-11-29T23:00:00.000Z']);
  const theirs = await (await server.as(other)).call('readOwnWeek', { query: {} });
  expect(theirs.body.visits).toEqual([]);
});

test('customers and others of the team have no week', async () => {
  for (const role_id of [null, 'dispatcher']) {
    const client = await server.as(await aUser(db, { role_id }));
    expect((await client.call('readOwnWeek', { query: {} })).status).toBe(403);
  }
});
