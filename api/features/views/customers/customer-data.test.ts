import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataExportFile } from '../../../contract/rules/data-export-file.ts';
import type { Db } from '../../../db/database.ts';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { dataExports } from '../../../jobs/data-exports.ts';
import { notices } from '../../../jobs/notices.ts';
import { aBooking, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aPost } from '../../../testing/outside/post.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import {
  keepAccount,
  requestAccountDeletion,
} from '../../flows/account-deletion/account-deletion.service.ts';
import { requestDataExport } from '../data-export/data-export.service.ts';

const today = '2026-11-20T02:00:00.000Z';
const never = new AbortController().signal;
const mail = aPost();

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ deps: { mail } });
  db = server.deps.db;
  admin = await server.as(await anAdmin(db));
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

const nobody = '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11';

async function aMember(given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(db, given);
  const params = { id: user.id };
  return {
    user,
    params,
    client: await server.as(user),
    deletion: (email = user.email) => admin.call('requestCustomerDeletion', { params, body: { email } }),
  };
}

const actsOn = (id: string) =>
  db.selectFrom('audit_acts').select('act').where('user_id', '=', id).orderBy('created_at').execute();

async function lettersTo(address: string): Promise<{ subject: string; text: string }[]> {
  await notices(server.deps, never);
  return mail.letters.filter(({ to }) => to === address);
}

test('the team requests a person’s data, and only the person is told and can take it', async () => {
  const { user, params, client } = await aMember();
  expect((await admin.call('readCustomerData', { params })).body).toEqual({
    file: { state: 'none', requestedAt: null, readyUntil: null, bytes: null, againAt: null },
    deletion: null,
  });
  const answer = await admin.call('requestCustomerData', { params });
  expect(answer.body.file).toMatchObject({ state: 'making', requestedAt: today });
  // The person sees the same, and another request gets the same file.
  expect((await client.call('readDataExport')).body).toEqual(answer.body.file);
  await admin.call('requestCustomerData', { params });
  await dataExports(server.deps, never);
  expect((await admin.call('readCustomerData', { params })).body.file.state).toBe('ready');
  expect((await client.raw('GET', dataExportFile)).status).toBe(200);
  expect((await admin.raw('GET', dataExportFile)).status).toBe(404);
  expect((await lettersTo(user.email)).map(({ subject }) => subject)).toEqual(['Your data is ready']);
  expect(await actsOn(user.id)).toEqual([{ act: 'data_requested' }]);
  const soon = await admin.call('requestCustomerData', { params });
  expect(soon.status).toBe(429);
});

test('the team deletes an account for a caller with the typed address, and takes the request back', async () => {
  const { user, params, client, deletion } = await aMember();
  const booking = await aBooking(db, { user_id: user.id });
  const terms = await admin.call('readCustomerDeletion', { params });
  expect(terms.body).toEqual((await client.call('readAccountDeletion')).body);
  expect(terms.body.bookings).toMatchObject([{ id: booking.id }]);

  const wrong = await deletion('somebody@example.com');
  expect(wrong.body.fields?.email).toBe('This is not the e-mail address of this account');
  expect((await deletion()).body.deletion).toEqual({
    requestedAt: today,
    byTeam: true,
    at: '2026-11-27T02:00:00.000Z',
    mayKeep: true,
    waitsFor: null,
    doneAt: null,
  });
  await deletion();
  expect((await client.call('readAccountDeletion')).body).toMatchObject({
    requestedAt: today,
    mayKeep: true,
  });
  await lettersTo(user.email);
  server.clock.advance({ minutes: 1 });
  expect((await admin.call('keepCustomer', { params })).body.deletion).toBe(null);
  await admin.call('keepCustomer', { params });
  expect(await actsOn(user.id)).toEqual([{ act: 'deletion_requested' }, { act: 'deletion_taken_back' }]);
  const letters = await lettersTo(user.email);
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Your account will be deleted',
    'Your account stays',
  ]);
  expect(letters[0]?.text).toContain('As you asked us, we delete your account');
});

test('the person’s own request is shown to the team as theirs, and can be taken back for them', async () => {
  const { user, params, client } = await aMember();
  await client.call('requestAccountDeletion', { body: { email: user.email } });
  expect((await admin.call('readCustomerData', { params })).body.deletion).toMatchObject({ byTeam: false });
  expect((await admin.call('keepCustomer', { params })).body.deletion).toBe(null);
  expect((await client.call('readAccountDeletion')).body.requestedAt).toBe(null);
});

test('a deleted account can be neither kept nor exported', async () => {
  const { params, deletion } = await aMember();
  await deletion();
  server.clock.set('2026-11-27T02:00:00.000Z');
  await accountDeletions(server.deps, never);
  expect((await admin.call('readCustomerData', { params })).body.deletion).toMatchObject({
    byTeam: true,
    mayKeep: false,
    doneAt: '2026-11-27T02:00:00.000Z',
  });
  expect((await admin.call('keepCustomer', { params })).body.code).toBe('conflict');
  expect((await admin.call('requestCustomerData', { params })).body.code).toBe('conflict');
});

test('an administrator’s account can be deleted by no other: they are made a customer first', async () => {
  const { params, deletion } = await aMember({ role_id: 'administrator' });
  expect((await deletion()).body.code).toBe('conflict');
  expect((await admin.call('readCustomerData', { params })).body.deletion).toBe(null);
});

test('only the team can call it for others, and an unknown person is not found', async () => {
  const { params, user, client } = await aMember();
  const { client: other } = await aMember();
  for (const who of [other, client, server.anyone]) {
    const status = who === server.anyone ? 401 : 403;
    expect((await who.call('readCustomerData', { params })).status).toBe(status);
    expect((await who.call('requestCustomerData', { params })).status).toBe(status);
    expect((await who.call('readCustomerDeletion', { params })).status).toBe(status);
    expect((await who.call('keepCustomer', { params })).status).toBe(status);
    const body = { email: user.email };
    expect((await who.call('requestCustomerDeletion', { params, body })).status).toBe(status);
  }
  expect((await admin.call('readCustomerData', { params })).body).toMatchObject({
    file: { state: 'none' },
    deletion: null,
  });
  const strange = { params: { id: nobody } };
  expect((await admin.call('readCustomerData', strange)).status).toBe(404);
  expect((await admin.call('requestCustomerData', strange)).status).toBe(404);
  expect((await admin.call('readCustomerDeletion', strange)).status).toBe(404);
  expect((await admin.call('keepCustomer', strange)).status).toBe(404);
  const body = { email: user.email };
  expect((await admin.call('requestCustomerDeletion', { ...strange, body })).status).toBe(404);
});

test('an administrator who loses the role meanwhile has requested nothing', async () => {
  const { params, deletion, user } = await aMember();
  const former = await aUser(db);
  const { deps } = server;
  const forbidden = { code: 'forbidden' };
  await expect(requestDataExport(deps, user.id, former.id)).rejects.toMatchObject(forbidden);
  await expect(requestAccountDeletion(deps, user.id, user.email, former.id)).rejects.toMatchObject(forbidden);
  await deletion();
  await expect(keepAccount(deps, user.id, former.id)).rejects.toMatchObject(forbidden);
  expect((await admin.call('readCustomerData', { params })).body).toMatchObject({
    file: { state: 'none' },
    deletion: { mayKeep: true },
  });
});
