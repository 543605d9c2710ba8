import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkerForm } from '../../../contract/schemas/settings/workers.ts';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { aPicture } from '../../../testing/builders/photos.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { clearPictures } from '../pictures/cleaning.service.ts';
import { hoursOn } from './roster.rules.ts';
import { readRoster } from './workers.repository.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  // A Friday, noon in Sydney.
  ({ server, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
});
afterAll(() => server.close());

const put = (id: string, body: WorkerForm) => admin.call('putWorker', { params: { id }, body });
const read = async (id: string) => (await admin.call('readWorker', { params: { id } })).body;
const listed = async (id: string) => (await admin.call('listWorkers')).body.find((one) => one.id === id);

async function aWorker(given: Partial<WorkerForm> = {}): Promise<string> {
  const id = randomUUID();
  const { status } = await put(id, { name: 'Ana Silva', ...given, version: null });
  expect(status).toBe(200);
  return id;
}

const usual = (weekday: number, from: number, until: number) => ({
  ...{ weekday, from, until, startsOn: null, endsOn: null },
});
const roster = async (id: string) => {
  const [worker] = await readRoster(server.deps.db, {
    ...{ workerIds: [id], from: '2026-11-27', until: '2026-12-10' },
    ...{ leaveFrom: '2026-11-26T13:00:00.000Z', leaveUntil: '2026-12-10T13:00:00.000Z' },
  });
  if (!worker) throw new Error('The worker is not in the roster');
  return worker;
};

test('a worker is added with all that the team says, and read back as the roster has it', async () => {
  const service = await aService(server.deps.db);
  const licence = { id: randomUUID(), name: 'Gas fitting', number: 'G-1', expiresOn: '2026-12-01' };
  const id = await aWorker({
    ...{ phone: '0491 570 006', email: 'ana@example.com', colour: 'plum', postcode: '2042', pace: 90 },
    skills: [{ categoryId: null, serviceId: service.id, pace: 80, licenceId: licence.id }],
    ...{ postcodes: ['2010', '2000', '2010'], licences: [licence] },
    hours: [usual(0, 780, 1020), usual(0, 480, 720)],
    days: [{ day: '2026-12-07', hours: [], note: 'A course' }],
  });
  expect(await read(id)).toMatchObject({
    ...{ version: 1, name: 'Ana Silva', colour: 'plum', postcode: '2042', isActive: true, account: 'none' },
    ...{ postcodes: ['2000', '2010'], licences: [licence], leave: [] },
    hours: [usual(0, 480, 720), usual(0, 780, 1020)],
  });
  const worker = await roster(id);
  expect(worker).toMatchObject({ pace: 90, postcode: '2042', postcodes: ['2000', '2010'] });
  expect(worker.skills).toEqual([
    { categoryId: null, serviceId: service.id, pace: 80, licence: { expiresOn: '2026-12-01' } },
  ]);
  expect(hoursOn(worker, '2026-11-30')).toHaveLength(2);
  expect(hoursOn(worker, '2026-12-07')).toEqual([]);
  expect(await listed(id)).toMatchObject({ skills: 1, postcodes: 2, weeklyMinutes: 480, licencesToRenew: 1 });
});

test('a change names the parts that change; the others stay, and a repeat changes nothing', async () => {
  const id = await aWorker({ phone: '0491 570 006', hours: [usual(2, 480, 720)] });
  expect((await put(id, { isActive: false, version: 1 })).body).toMatchObject({
    ...{ version: 2, isActive: false, phone: '0491 570 006', hours: [usual(2, 480, 720)] },
  });
  expect((await put(id, { isActive: false, version: 1 })).body.version).toBe(2);
  expect(await put(id, { pace: 120, version: 1 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('of two changes at once one is told that the worker has changed', async () => {
  const id = await aWorker();
  const both = await Promise.all([put(id, { pace: 110, version: 1 }), put(id, { pace: 120, version: 1 })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a worker added twice at once is added once', async () => {
  const id = randomUUID();
  const both = await Promise.all([1, 2].map(() => put(id, { name: 'Ben', version: null })));
  expect(both.some(({ status }) => status === 200)).toBe(true);
  expect((await read(id)).version).toBe(1);
});

test('unknown services, licences and photos, and a new worker without a name, are refused at their fields', async () => {
  const id = await aWorker();
  const skill = (serviceId: string, licenceId: string | null) => [
    { categoryId: null, serviceId, pace: null, licenceId },
  ];
  const service = await aService(server.deps.db);
  const wrong: [Partial<WorkerForm>, string][] = [
    [{ skills: skill(randomUUID(), null) }, 'skills'],
    [{ skills: skill(service.id, randomUUID()) }, 'licences'],
    [{ picture: randomUUID() }, 'picture'],
    [{ hours: [usual(0, 720, 480)] }, 'hours.0'],
    [{ pace: 10 }, 'pace'],
  ];
  for (const [body, field] of wrong) {
    const answer = await put(id, { ...body, version: 1 });
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
  }
  expect(await put(randomUUID(), { version: null })).toMatchObject({ status: 400 });
  expect((await read(id)).version).toBe(1);
});

test('a licence of another worker is not taken over', async () => {
  const licence = { id: randomUUID(), name: 'Gas fitting', number: '', expiresOn: null };
  const first = await aWorker({ licences: [licence] });
  const second = await aWorker();
  expect((await put(second, { licences: [licence], version: 1 })).status).toBe(409);
  expect((await read(first)).licences).toEqual([licence]);
});

test('leave as days takes whole days of the business; only granted leave is in the roster', async () => {
  const id = await aWorker({ hours: [usual(0, 480, 1020)] });
  const params = { id, leaveId: randomUUID() };
  const leave = { starts: '2026-11-30', ends: '2026-12-01', reason: 'A wedding' };
  const granted = await admin.call('putLeave', { params, body: { ...leave, state: 'granted' } });
  expect(granted.body.leave).toEqual([
    { id: params.leaveId, ...leave, wholeDays: true, state: 'granted', byWorker: false, answer: '' },
  ]);
  expect((await roster(id)).leave).toEqual([
    { startsAt: '2026-11-29T13:00:00.000Z', endsAt: '2026-12-01T13:00:00.000Z' },
  ]);
  await admin.call('putLeave', { params, body: { ...leave, state: 'refused' } });
  expect((await roster(id)).leave).toEqual([]);
  expect((await admin.call('dropLeave', { params })).body.leave).toEqual([]);
});

test('leave as instants is kept as it is, and the list says until when somebody is away', async () => {
  const id = await aWorker();
  const body = { starts: '2026-11-27T00:00:00.000Z', ends: '2026-11-27T04:00:00.000Z', reason: '' };
  const params = { id, leaveId: randomUUID() };
  await admin.call('putLeave', { params, body: { ...body, state: 'granted' } });
  expect((await read(id)).leave[0]).toMatchObject({ ...body, wholeDays: false });
  expect(await listed(id)).toMatchObject({ onLeaveUntil: body.ends });
  const others = { id: await aWorker(), leaveId: params.leaveId };
  expect((await admin.call('putLeave', { params: others, body: { ...body, state: 'refused' } })).status).toBe(
    404,
  );
  expect((await admin.call('dropLeave', { params: others })).status).toBe(404);
});

test('a photo is drawn anew, and stays while a worker has it', async () => {
  const { body: picture } = await admin.call('addWorkerPicture', { upload: await aPicture() });
  const id = await aWorker({ picture: picture.id });
  server.clock.advance({ seconds: 8 * 24 * 3600 });
  await clearPictures(server.deps, new AbortController().signal);
  expect((await fetch(`${server.url}/api/pictures/${picture.id}`)).status).toBe(200);
  expect((await read(id)).picture).toBe(picture.id);
});

test('the roster reads any number of workers in one query', async () => {
  const ids = await Promise.all([0, 1, 2].map((n) => aWorker({ hours: [usual(n, 480, 720)] })));
  let queries = 0;
  const db = server.deps.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const p = { from: '2026-11-27', until: '2027-01-27', leaveFrom: '2026-11-27', leaveUntil: '2027-01-28' };
  const some = await readRoster(db, { ...p, workerIds: ids });
  expect([some.length, queries]).toEqual([3, 1]);
  const all = await readRoster(server.deps.db, p);
  expect(all.filter(({ id }) => ids.includes(id))).toEqual(some);
});

test('customers, and the team without the permission, reach no worker', async () => {
  const id = await aWorker();
  const { db } = server.deps;
  for (const user of [
    await aUser(db),
    await aUser(db, { role_id: 'worker' }),
    await aUser(db, { role_id: 'dispatcher' }),
  ]) {
    const client = await server.as(user);
    const params = { id };
    const answers = [
      await client.call('listWorkers'),
      await client.call('readWorker', { params }),
      await client.call('putWorker', { params, body: { name: 'X', version: 1 } }),
      await client.call('inviteWorker', { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
  expect((await server.anyone.call('listWorkers')).status).toBe(401);
});
