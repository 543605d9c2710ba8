import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dataExportFile } from '../../../contract/rules/data-export-file.ts';
import { daysAfter, hoursAfter } from '../../../core/durations.ts';
import type { Db } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import { cleaning } from '../../../jobs/cleaning.ts';
import { dataExports } from '../../../jobs/data-exports.ts';
import { notices } from '../../../jobs/notices.ts';
import {
  aBooking,
  aMessage,
  anAdmin,
  aPayment,
  aService,
  aUser,
} from '../../../testing/builders/builders.ts';
import { aPicture } from '../../../testing/builders/photos.ts';
import { aPost } from '../../../testing/outside/post.ts';
import { unzip } from '../../../testing/outside/unzip.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
const today = new Date('2026-11-20T02:00:00.000Z');
const never = new AbortController().signal;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
beforeEach(async () => {
  server.clock.set(today.toISOString());
  await db.deleteFrom('data_exports').execute();
  await db.deleteFrom('notices').execute();
});
afterAll(() => server.close());

const make = (deps = server.deps, stopping = never) => dataExports(deps, stopping);
const take = (client: Client) => client.raw('GET', dataExportFile);
const stateOf = async (client: Client) => (await client.call('readDataExport')).body.state;
const folder = () => join(server.deps.env.PHOTOS_DIR, 'exports');
const files = () => readdir(folder()).catch(() => []);
const rows = (content: Buffer | undefined): Record<string, unknown>[] => JSON.parse(String(content ?? '[]'));

async function aMember(given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(db, given);
  return { user, client: await server.as(user) };
}

async function contents(client: Client): Promise<Record<string, Buffer>> {
  const response = await take(client);
  expect(response.status).toBe(200);
  return unzip(new Uint8Array(await response.arrayBuffer()));
}

test('a person requests their data, is notified, and can take the file for a week', async () => {
  const { user, client } = await aMember();
  expect((await client.call('readDataExport')).body).toEqual({
    state: 'none',
    requestedAt: null,
    readyUntil: null,
    bytes: null,
    againAt: null,
  });
  expect((await take(client)).status).toBe(404);

  const answer = await client.call('requestDataExport');
  expect(answer.body).toMatchObject({ state: 'making', requestedAt: today.toISOString(), readyUntil: null });
  expect((await take(client)).status).toBe(404);
  // A second request gets the same file.
  expect((await client.call('requestDataExport')).body).toEqual(answer.body);

  await make();
  const until = daysAfter(today, 7).toISOString();
  const { body } = await client.call('readDataExport');
  expect(body).toMatchObject({
    state: 'ready',
    readyUntil: until,
    againAt: daysAfter(today, 1).toISOString(),
  });
  const response = await take(client);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="hearthkeep-data.zip"');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect((await response.arrayBuffer()).byteLength).toBe(body.bytes);

  const mail = aPost();
  await notices({ ...server.deps, mail }, never);
  const [letter] = mail.letters.filter(({ to }) => to === user.email);
  expect(letter?.subject).toBe('Your data is ready');
  expect(letter?.text).toContain('until Friday 27 November');
});

test('a file of 5 GB is ready with its size', async () => {
  const { client } = await aMember();
  await client.call('requestDataExport');
  const bytes = 5 * 1024 ** 3;
  await make({ ...server.deps, archives: { ...server.deps.archives, write: async () => bytes } });
  expect((await client.call('readDataExport')).body).toMatchObject({ state: 'ready', bytes });
});

test('the file contains all data stored about the person, and none of others', async () => {
  const { user, client } = await aMember({ first_name: '=Sum(A1)' });
  const admin = await anAdmin(db);
  const service = await aService(db, { name: 'Piano moving' });
  const booking = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    notes: 'Address: 12 Wattle Street\nNotes: Mind the "step", please',
  });
  const payment = await aPayment(db, { user_id: user.id, service_id: service.id });
  const photoId = randomUUID();
  await client.call('putPhoto', { params: { id: booking.id, photoId }, upload: await aPicture() });
  await client.call('sendMessage', {
    body: { bookingId: booking.id, message: 'Here it is', photoIds: [photoId] },
    idempotencyKey: randomUUID(),
  });
  await aMessage(db, {
    booking_id: booking.id,
    sender_id: admin.id,
    sender_type: 'admin',
    message: 'Thank you',
  });
  await client.call('savePreferences', { body: { specialInstructions: 'Ring twice' } });
  const other = await aBooking(db, { notes: 'Of somebody else' });
  await aMessage(db, { booking_id: other.id, message: 'Of somebody else, too' });
  await client.call('requestDataExport');
  await make();

  const zip = await contents(client);
  expect(rows(zip['data/users.json'])).toMatchObject([
    { id: user.id, email: user.email, first_name: '=Sum(A1)' },
  ]);
  expect(zip['data/users.csv']?.toString()).toContain(`,"'=Sum(A1)",`);
  expect(rows(zip['data/bookings.json'])).toMatchObject([{ id: booking.id }]);
  expect(rows(zip['data/booking_details.json'])).toMatchObject([
    { booking_id: booking.id, address: '12 Wattle Street', notes: 'Mind the "step", please' },
  ]);
  expect(zip['data/booking_details.csv']?.toString()).toContain('"Mind the ""step"", please"');
  expect(rows(zip['data/payments.json'])).toMatchObject([{ id: payment.id, amount_cents: 18_900 }]);
  expect(rows(zip['data/services.json'])).toEqual([{ id: service.id, name: 'Piano moving' }]);
  expect(rows(zip['data/messages.json']).map(({ message }) => message)).toEqual(['Here it is', 'Thank you']);
  expect(rows(zip['data/preferences.json'])).toMatchObject([{ special_instructions: 'Ring twice' }]);
  expect(rows(zip['data/sessions.json'])).toMatchObject([{ user_agent: 'test' }]);
  expect(zip[`photos/${photoId}.webp`]?.subarray(8, 12).toString()).toBe('WEBP');
  expect(zip['about.txt']?.toString()).toContain('cents');

  const everything = Object.values(zip).map(String).join('\n');
  for (const hidden of [other.id, 'Of somebody else', admin.id, admin.email])
    expect(everything).not.toContain(hidden);
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(everything).not.toContain(session.id_hash);
  expect(everything).not.toContain(session.opened_under);
});

test('rows beyond one page are in the file in order, each once', async () => {
  const { user, client } = await aMember();
  const { id } = await aBooking(db, { user_id: user.id });
  const message = (seq: number) => ({
    id: randomUUID(),
    booking_id: id,
    seq,
    sender_id: user.id,
    sender_type: 'customer' as const,
    message: `No. ${seq}`,
    client_id: null,
    created_at: today.toISOString(),
  });
  const all = Array.from({ length: 1001 }, (_, n) => n + 1);
  for (const part of [all.slice(0, 500), all.slice(500)])
    await db.insertInto('messages').values(part.map(message)).execute();
  await client.call('requestDataExport');
  await make();
  const zip = await contents(client);
  expect(rows(zip['data/messages.json']).map(({ seq }) => seq)).toEqual(all);
  expect(zip['data/messages.csv']?.toString().split('\r\n')).toHaveLength(1003);
});

test('only the person can take the file: another has their own or none, a visitor is asked to sign in', async () => {
  const { client } = await aMember();
  await client.call('requestDataExport');
  await make();
  expect((await take(client)).status).toBe(200);
  const { client: other } = await aMember();
  const admin = await server.as(await anAdmin(db));
  for (const stranger of [other, admin]) {
    expect((await take(stranger)).status).toBe(404);
    expect(await stateOf(stranger)).toBe('none');
  }
  expect((await take(server.anyone)).status).toBe(401);
  const [file = ''] = await files();
  expect((await stat(join(folder(), file))).mode & 0o777).toBe(0o600);
  expect((await stat(folder())).mode & 0o777).toBe(0o700);
});

test('one of several processes makes the file, and announces it once', async () => {
  const { user, client } = await aMember();
  await Promise.all([client.call('requestDataExport'), client.call('requestDataExport')]);
  const exports = await db.selectFrom('data_exports').selectAll().where('user_id', '=', user.id).execute();
  expect(exports).toHaveLength(1);
  const second = isPostgres(db) ? await startTestServer({ beside: server }) : null;
  second?.clock.set(today.toISOString());
  const write = vi.spyOn(server.deps.archives, 'write');
  try {
    const archives = server.deps.archives;
    await Promise.all([make(), make(second ? { ...second.deps, archives } : server.deps)]);
    expect(write).toHaveBeenCalledTimes(1);
  } finally {
    write.mockRestore();
    await second?.close();
  }
  expect(await stateOf(client)).toBe('ready');
  expect(await db.selectFrom('notices').selectAll().where('user_id', '=', user.id).execute()).toHaveLength(1);
});

test('a process that dies or stops leaves the file to the next', async () => {
  const { client } = await aMember();
  await client.call('requestDataExport');
  const dying = { ...server.deps.archives, write: () => new Promise<number>(() => {}) };
  void make({ ...server.deps, archives: dying });
  await expect
    .poll(() => db.selectFrom('data_exports').select('attempts').executeTakeFirst())
    .toEqual({ attempts: 1 });
  await make();
  expect(await stateOf(client), 'it may still be at it').toBe('making');
  server.clock.set(hoursAfter(today, 0.1).toISOString());
  const stopped = new AbortController();
  const stopping = {
    ...server.deps.archives,
    write: (...given: Parameters<typeof server.deps.archives.write>) => {
      stopped.abort();
      return server.deps.archives.write(...given);
    },
  };
  await make({ ...server.deps, archives: stopping }, stopped.signal);
  expect(await stateOf(client)).toBe('making');
  expect((await files()).filter((name) => name.endsWith('.partial'))).toEqual([]);
  await make();
  expect(await stateOf(client)).toBe('ready');
  await contents(client);
});

test('a file that fails repeatedly is given up, announced, and can be requested anew', async () => {
  const { user, client } = await aMember();
  await client.call('requestDataExport');
  const log = { ...server.deps.log, warn: vi.fn() } as unknown as typeof server.deps.log;
  const full = { ...server.deps.archives, write: () => Promise.reject(new Error('the disk is full')) };
  for (let day = 0; day < 5; day += 1) {
    expect(await stateOf(client)).toBe('making');
    await make({ ...server.deps, log, archives: full });
    server.clock.set(hoursAfter(today, 5 * (day + 1)).toISOString());
  }
  expect(await stateOf(client)).toBe('failed');
  expect(log.warn).toHaveBeenCalledTimes(5);
  const [notice] = await db.selectFrom('notices').selectAll().where('user_id', '=', user.id).execute();
  expect(notice).toMatchObject({ kind: 'account', content: '{"what":"data_failed"}' });
  expect((await client.call('requestDataExport')).body.state).toBe('making');
  await make();
  expect(await stateOf(client)).toBe('ready');
});

test('a file cannot be taken after a week, and the cleaning deletes it', async () => {
  const { user, client } = await aMember();
  await client.call('requestDataExport');
  await make();
  const { id } = await db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  server.clock.set(new Date(daysAfter(today, 7).getTime() - 1).toISOString());
  await cleaning(server.deps, never);
  expect((await take(client)).status).toBe(200);
  server.clock.set(daysAfter(today, 7).toISOString());
  expect((await take(client)).status).toBe(404);
  expect(await stateOf(client)).toBe('none');
  expect(await files()).toContain(`${id}.zip`);
  await cleaning(server.deps, never);
  expect(await files()).not.toContain(`${id}.zip`);
  expect(await db.selectFrom('data_exports').selectAll().where('user_id', '=', user.id).execute()).toEqual(
    [],
  );
});

test('a person can request one file a day; the new one replaces the old', async () => {
  const { user, client } = await aMember();
  await client.call('requestDataExport');
  await make();
  const refused = await client.call('requestDataExport');
  expect(refused.body.code).toBe('too_many_requests');
  expect(refused.headers.get('retry-after')).toBe(String(24 * 3600));
  server.clock.set(daysAfter(today, 1).toISOString());
  expect((await client.call('requestDataExport')).body.state).toBe('making');
  expect((await take(client)).status, 'the old one is given no more').toBe(404);
  await make();
  await cleaning(server.deps, never);
  expect(
    await db.selectFrom('data_exports').selectAll().where('user_id', '=', user.id).execute(),
  ).toHaveLength(1);
  await contents(client);
});

test('a lost file can be requested anew the day after', async () => {
  const { client } = await aMember();
  await client.call('requestDataExport');
  await make();
  for (const name of await files()) await server.deps.archives.remove(name.replace('.zip', ''));
  expect((await take(client)).status).toBe(404);
  expect(await stateOf(client)).toBe('none');
});
