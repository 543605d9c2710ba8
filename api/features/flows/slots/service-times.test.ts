import { afterAll, beforeAll, expect, test } from 'vitest';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, switchSlots } from '../../../testing/builders/crew.ts';
import { type Office, startOffice } from '../../../testing/builders/office.ts';

let office: Office;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  office = await startOffice('2026-11-20T01:00:00.000Z');
  await switchSlots(office.server.deps, 'on');
});
afterAll(() => office.server.close());

const usual = { isOffered: true, windowMinutes: 60, bufferMinutes: 0, workers: 1 };

test('a service has an hour’s window and one person until the team sets its times, which slots follow', async () => {
  const { db, admin, server } = office;
  const service = await aService(db, { estimated_minutes: 60 });
  await aWorker(db, { serviceIds: [service.id] });
  await aWorker(db, { serviceIds: [service.id], hours: { from: 900, until: 1080 } });
  const of = (all: { serviceId: string }[]) => all.find(({ serviceId }) => serviceId === service.id);
  expect(of((await admin.call('listServiceTimes')).body)).toMatchObject(usual);
  const set = (more: object) =>
    admin.call('putServiceTimes', { params: { id: service.id }, body: { ...usual, ...more } });
  const customer = await server.as(await aUser(db));
  const slots = async () =>
    (await customer.call('listSlots', { query: { serviceId: service.id, from: '2026-11-23', days: 1 } }))
      .body;
  const before = await slots();
  expect(of((await set({ windowMinutes: 120, workers: 2 })).body)).toMatchObject({ workers: 2 });
  const both = await slots();
  expect(both.length).toBeLessThan(before.length);
  // From 3 pm on, when the second one works, too.
  expect(both[0]).toEqual({ start: '2026-11-23T04:00:00.000Z', end: '2026-11-23T06:00:00.000Z' });
  await set({ isOffered: false });
  expect(await slots()).toEqual([]);
});

test('times out of their limits are refused by field, and unknown services', async () => {
  const { db, admin } = office;
  const { id } = await aService(db);
  const put = (body: typeof usual, of = id) => admin.call('putServiceTimes', { params: { id: of }, body });
  expect((await put({ ...usual, windowMinutes: 5 })).body).toHaveProperty('fields.windowMinutes');
  expect((await put({ ...usual, workers: 0 })).body).toHaveProperty('fields.workers');
  expect((await put(usual, crypto.randomUUID())).status).toBe(404);
});
