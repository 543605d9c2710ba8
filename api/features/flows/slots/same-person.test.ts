import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, switchSlots } from '../../../testing/builders/crew.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usualHours: true });
  await switchSlots(server.deps, 'on');
  // Noon of a Friday in Sydney.
  server.clock.set('2026-11-20T01:00:00.000Z');
});
afterAll(() => server.close());

const showNames = async (workers_shown: 'on' | 'off') => {
  await server.deps.db
    .updateTable('business')
    .set((e) => ({ workers_shown, version: e('version', '+', 1) }))
    .execute();
  await server.deps.business.readAgain();
};

/** Two workers, of whom one, who works in the afternoon alone, made the customer's last visit. */
async function given() {
  const { db } = server.deps;
  const service = await aService(db, { estimated_minutes: 60 });
  const serviceIds = [service.id];
  // Of two who are equal, the first by id would get the visit.
  const all = await aWorker(db, { serviceIds, name: 'All Day', id: `0${randomUUID().slice(1)}` });
  const last = await aWorker(db, {
    ...{ serviceIds, name: 'Last Time', id: `f${randomUUID().slice(1)}` },
    hours: { from: 720, until: 1080 },
  });
  const user = await aUser(db);
  const client = await server.as(user);
  const earlier = await aBooking(db, {
    ...{ user_id: user.id, service_id: service.id, status: 'completed', payment_type: 'one_time' },
    scheduled_date: '2026-11-10T01:00:00.000Z',
  });
  const planned = { ends_at: '2026-11-10T02:00:00.000Z', postcode: null, hold_id: null };
  await db
    .insertInto('planned_visits')
    .values({
      ...{ id: earlier.id, worker_id: last.id, booking_id: earlier.id },
      ...{ starts_at: '2026-11-10T01:00:00.000Z', ...planned },
    })
    .execute();
  const hold = async (start: string) => {
    const { body } = await client.call('createHold', { body: { serviceId: service.id, start } });
    const [visit] = await db
      .selectFrom('planned_visits')
      .select('worker_id')
      .where('hold_id', '=', body.id)
      .execute();
    return visit?.worker_id;
  };
  return { service, all, last, user, client, hold };
}

const details = {
  ...{ customerName: 'Ann Lee', phone: '0400 000 000', email: 'ann@example.com' },
  ...{ address: '12 Wattle Street', city: 'Newtown', state: 'NSW', postalCode: '2042' },
  ...{ emergencyContact: 'Bo Lee', emergencyPhone: '0400 000 001', subscriptionTier: 'standard' as const },
};

/** A Monday's time in Sydney's summer. */
const monday = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour + 13)).toISOString();

test('the person who came last gets the time if they are free, and somebody else if not', async () => {
  const { hold, last, all } = await given();
  expect(await hold(monday(13))).toBe(last.id);
  expect(await hold(monday(9))).toBe(all.id);
});

test('times of the person who came last are marked for who wishes it, and for nobody else', async () => {
  const { client, service } = await given();
  const slots = async (by: typeof client, samePerson?: 'yes') => {
    const query = { serviceId: service.id, from: '2026-11-23', days: 1, ...(samePerson && { samePerson }) };
    return (await by.call('listSlots', { query })).body;
  };
  const marked = (await slots(client, 'yes')).filter((slot) => slot.samePerson);
  expect([marked[0]?.start, marked.at(-1)?.start]).toEqual([monday(12), monday(17)]);
  expect((await slots(client)).some((slot) => slot.samePerson)).toBe(false);
  const stranger = await server.as(await aUser(server.deps.db));
  expect((await slots(stranger, 'yes')).some((slot) => slot.samePerson)).toBe(false);
});

test('the form learns whether somebody has come, and the name only if names are shown', async () => {
  const { client } = await given();
  await showNames('off');
  expect((await client.call('readLastWorker')).body).toEqual({ hasCome: true, names: [] });
  await showNames('on');
  expect((await client.call('readLastWorker')).body).toEqual({ hasCome: true, names: ['Last Time'] });
  const stranger = await server.as(await aUser(server.deps.db));
  expect((await stranger.call('readLastWorker')).body).toEqual({ hasCome: false, names: [] });
  expect((await server.anyone.call('readLastWorker')).status).toBe(401);
});

test('the wish stands in the booking, and puts that person first among the candidates', async () => {
  const { client, service, last } = await given();
  const admin = await server.as(await anAdmin(server.deps.db));
  const book = async (samePerson: '' | 'yes') => {
    const { body } = await client.call('createBooking', {
      body: {
        ...{ serviceId: service.id, scheduledDate: monday(14), paymentType: 'subscription' as const },
        details: { ...details, samePerson },
      },
      idempotencyKey: randomUUID(),
    });
    return body.id;
  };
  const id = await book('yes');
  const { body } = await client.call('readBooking', { params: { id } });
  expect(body.details).toMatchObject({ samePerson: 'yes' });
  const candidates = await admin.call('listCandidates', { params: { id } });
  const [first] = candidates.body.candidates;
  expect([first?.id, first?.reason]).toEqual([
    last.id,
    expect.stringContaining('the customer wishes for the same person'),
  ]);
  const without = await admin.call('listCandidates', { params: { id: await book('') } });
  expect(JSON.stringify(without.body)).not.toContain('wishes');
});
