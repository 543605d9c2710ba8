import { afterEach, expect, test } from 'vitest';
import { aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, switchSlots } from '../../../testing/builders/crew.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
afterEach(() => server.close());

/** A member, on a Friday at noon in Sydney, and a worker who works every day from 8 to 18. */
async function aScene(options: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer({ usualHours: true, ...options });
  server.clock.set('2026-11-20T01:00:00.000Z');
  const { db } = server.deps;
  await switchSlots(server.deps, 'on');
  const service = await aService(db, { estimated_minutes: 60 });
  await aWorker(db, { serviceIds: [service.id] });
  const user = await aUser(db);
  const plan = await aPlan(db, { user_id: user.id, current_period_end: '2027-12-31T00:00:00.000Z' });
  const client = await server.as(user);
  const slots = async () => {
    const query = { serviceId: service.id, from: '2026-11-20', days: 62 };
    return (await client.call('listSlots', { query })).body.map(({ start }) => start);
  };
  const hold = (start: string) => client.call('createHold', { body: { serviceId: service.id, start } });
  return { db, service, plan, slots, hold };
}

test('the plan’s notice, same day and horizon bound the times that are offered and kept', async () => {
  const { db, plan, slots, hold } = await aScene();
  const within = async (rights: { notice_hours: number; horizon_days: number | null; same_day: 0 | 1 }) => {
    await db
      .updateTable('plan_versions')
      .set(rights)
      .where('id', '=', plan.version_id ?? '')
      .execute();
    const times = await slots();
    return [times[0], times.at(-1)];
  };
  const usual = { notice_hours: 0, horizon_days: null, same_day: 1 } as const;
  const [soon = '', last = ''] = await within(usual);
  expect(soon).toBe('2026-11-20T01:30:00.000Z');
  expect(last, 'sixty days ahead where no plan says otherwise').toBe('2027-01-19T01:00:00.000Z');
  expect(await within({ ...usual, same_day: 0 })).toEqual(['2026-11-20T21:00:00.000Z', last]);
  expect((await hold(soon)).status).toBe(400);
  expect(await within({ ...usual, notice_hours: 48 })).toEqual(['2026-11-22T01:00:00.000Z', last]);
  expect(await within({ ...usual, horizon_days: 7 })).toEqual([soon, '2026-11-27T01:00:00.000Z']);
  expect((await hold(last)).status).toBe(400);
});

test('the holds of an address are limited', async () => {
  const { slots, hold } = await aScene({ rates: { holdsPerAddress: 3 } });
  const times = await slots();
  const statuses: number[] = [];
  for (const start of times.slice(0, 4)) statuses.push((await hold(start)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
