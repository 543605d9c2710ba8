import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, breaches, switchSlots } from '../../../testing/builders/crew.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  one = await startTestServer({ usualHours: true });
  other = await startTestServer({ beside: one, usualHours: true });
  for (const server of [one, other]) server.clock.set('2026-11-20T01:00:00.000Z');
  await switchSlots(one.deps, 'on');
  await other.deps.business.readAgain();
});
afterAll(async () => {
  await other.close();
  await one.close();
});

test('of sixty members who race for ten workers at two processes ten are booked, and the others are told', async () => {
  const { db } = one.deps;
  const service = await aService(db, { estimated_minutes: 180 });
  // Each has time for one visit: from 8 to 11.
  for (let n = 0; n < 10; n += 1)
    await aWorker(db, { serviceIds: [service.id], hours: { from: 480, until: 660 } });
  const start = '2026-11-22T21:00:00.000Z';
  const members = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const user = await aUser(db);
      await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
      return (n % 2 ? one : other).as(user);
    }),
  );
  const outcomes = await Promise.all(
    members.map(async (member) => {
      const held = await member.call('createHold', { body: { serviceId: service.id, start } });
      if (held.status !== 200) return held.body.code;
      const booked = await member.call('createBooking', {
        body: {
          ...{ serviceId: service.id, scheduledDate: start, notes: 'Hello', paymentType: 'subscription' },
          holdId: held.body.id,
        },
        idempotencyKey: randomUUID(),
      });
      return booked.body.status;
    }),
  );
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  expect([count('scheduled'), count('slot_taken')]).toEqual([10, 50]);
  const visits = await db.selectFrom('planned_visits').select(['worker_id', 'booking_id']).execute();
  expect([visits.length, new Set(visits.map((visit) => visit.worker_id)).size]).toEqual([10, 10]);
  expect(visits.every((visit) => visit.booking_id)).toBe(true);
  expect(await breaches(db, one.clock.now().toISOString())).toEqual([]);
});
