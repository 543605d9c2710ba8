import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkerForm } from '../../../contract/schemas/settings/workers.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { acceptInvitation } from '../../records/administrators/invitations/invitations.service.ts';
import { eraseTheirs } from '../../records/personal-data/erase.service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  ({ server, admin } = await startOffice('2026-11-27T01:00:00.000Z'));
});
afterAll(() => server.close());

async function aWorker(given: Partial<WorkerForm> = {}) {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await admin.call('putWorker', {
    params: { id },
    body: { name: 'Ana Silva', email, ...given, version: null },
  });
  return { id, email };
}
const invite = (id: string, by = admin) => by.call('inviteWorker', { params: { id } });
const row = (id: string) =>
  server.deps.db.selectFrom('workers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('an invited worker is linked to the account that accepts, with the role worker', async () => {
  const { id, email } = await aWorker();
  expect((await invite(id)).body.account).toBe('invited');
  expect((await invite(id)).status).toBe(200);
  const user = await aUser(server.deps.db, { email });
  const now = server.clock.now().toISOString();
  const accept = () => server.deps.db.transaction().execute((tx) => acceptInvitation(tx, user, now));
  expect(await accept()).toBe(true);
  expect((await row(id)).user_id).toBe(user.id);
  const { role_id } = await server.deps.db
    .selectFrom('users')
    .select('role_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(role_id).toBe('worker');
  expect((await admin.call('readWorker', { params: { id } })).body.account).toBe('linked');
});

test('an invitation to an address that the worker no longer has links nobody and gives no role', async () => {
  const { id, email } = await aWorker();
  const { body } = await invite(id);
  await admin.call('putWorker', {
    params: { id },
    body: { email: `${randomUUID()}@example.com`, version: body.version },
  });
  expect((await admin.call('readWorker', { params: { id } })).body.account).toBe('none');
  const user = await aUser(server.deps.db, { email });
  const now = server.clock.now().toISOString();
  const accept = () => server.deps.db.transaction().execute((tx) => acceptInvitation(tx, user, now));
  expect(await accept()).toBe(false);
  expect((await row(id)).user_id).toBeNull();
  expect((await admin.call('listInvitations')).body.filter((one) => one.email === email)).toEqual([]);
});

test('a member of the team who may see own work is linked at once, to one worker', async () => {
  const { email } = await anAdmin(server.deps.db);
  const { id } = await aWorker({ email });
  expect((await invite(id)).body.account).toBe('linked');
  const other = await aWorker({ email });
  expect((await invite(other.id)).status).toBe(409);
  const dispatcher = await aUser(server.deps.db, { role_id: 'dispatcher' });
  expect((await invite((await aWorker({ email: dispatcher.email })).id)).status).toBe(409);
});

test('a worker without an address is not invited, nor by somebody who may not give roles', async () => {
  expect(await invite((await aWorker({ email: '' })).id)).toMatchObject({
    ...{ status: 409, body: { fields: { email: 'Please give the worker an e-mail address first' } } },
  });
  const role = await admin.call('addRole', { body: { name: 'Planner', permissions: ['business.change'] } });
  const planner = await server.as(await aUser(server.deps.db, { role_id: role.body.id }));
  expect((await invite((await aWorker()).id, planner)).status).toBe(403);
});

test('the deletion of the linked account leaves a worker without a name, switched off', async () => {
  const user = await anAdmin(server.deps.db);
  const hours = [{ weekday: 0, from: 480, until: 720, startsOn: null, endsOn: null }];
  const { id } = await aWorker({ email: user.email, phone: '0491 570 006', postcodes: ['2000'], hours });
  await invite(id);
  await eraseTheirs(server.deps.db, user.id, async () => {});
  expect(await row(id)).toMatchObject({
    name: 'Former worker',
    phone: '',
    email: '',
    active: 0,
    picture: null,
  });
  const left = await server.deps.db
    .selectFrom('worker_hours')
    .select('worker_id')
    .where('worker_id', '=', id)
    .execute();
  expect(left).toEqual([]);
});
