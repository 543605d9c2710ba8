import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aMessage, anAdmin } from '../../../testing/builders/builders.ts';
import { aLeaver, deleteAccounts } from '../../../testing/builders/leaver.ts';
import { aLongReader } from '../../../testing/databases/long-reader.ts';
import { aPost } from '../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

const today = '2026-11-20T02:00:00.000Z';
const mail = aPost();

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer({ deps: { mail } });
  db = server.deps.db;
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

const weekOver = () => server.clock.set('2026-11-27T02:00:00.000Z');

test('a deletion killed at any step is finished by another process', async () => {
  const { user, ask, isDone } = await aLeaver(server);
  const booking = await aBooking(db, { user_id: user.id });
  await aMessage(db, { booking_id: booking.id });
  await ask();
  weekOver();
  const { deps } = server;
  const dead = vi.fn(() => new Promise<never>(() => {}));
  const deaths = [
    { ...deps, mail: { ...mail, send: dead } },
    { ...deps, photos: { ...deps.photos, remove: dead }, archives: { ...deps.archives, remove: dead } },
  ];
  await db
    .insertInto('data_exports')
    .values({
      id: randomUUID(),
      user_id: user.id,
      requested_at: today,
      attempts: 1,
      due_at: null,
      ready_at: today,
      bytes: 1,
      goes_at: today,
    })
    .execute();
  for (const dying of deaths) {
    dead.mockClear();
    void deleteAccounts({ deps: dying });
    await expect.poll(() => dead.mock.calls.length).toBeGreaterThan(0);
    // The dead process holds its claim for some minutes.
    await deleteAccounts(server);
    expect(await isDone()).toBe(false);
    server.clock.advance({ minutes: 6 });
  }
  const stopped = new AbortController();
  const stopping = { ...deps, archives: { ...deps.archives, remove: async () => stopped.abort() } };
  await deleteAccounts({ deps: stopping }, stopped.signal);
  expect(await isDone()).toBe(false);
  await Promise.all([deleteAccounts(server), deleteAccounts(server)]);
  expect(await isDone()).toBe(true);
  expect(mail.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
    'Your account is deleted',
  ]);
  expect(await db.selectFrom('messages').select('id').where('booking_id', '=', booking.id).execute()).toEqual(
    [],
  );
});

test('open questions about longer work are declined and lose their text', async () => {
  const { user, ask, isDone } = await aLeaver(server);
  const booking = await aBooking(db, { user_id: user.id, status: 'completed', actual_minutes: 180 });
  await db
    .insertInto('extra_hours')
    .values({
      id: randomUUID(),
      booking_id: booking.id,
      user_id: user.id,
      seq: 1,
      from_minutes: 180,
      to_minutes: 240,
      reason: 'Their gate was stuck',
      state: 'waiting',
      asked_by: (await anAdmin(db)).id,
      asked_at: today,
      settled_at: null,
    })
    .execute();
  expect((await ask()).status).toBe(200);
  weekOver();
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
  const left = await db
    .selectFrom('extra_hours')
    .select(['state', 'reason', 'to_minutes'])
    .where('user_id', '=', user.id)
    .execute();
  expect(left).toEqual([{ state: 'declined', reason: '', to_minutes: 240 }]);
});

test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'a long reader of the database holds up no deletion, and the log is emptied once it has ended',
  async () => {
    const leavers = [await aLeaver(server), await aLeaver(server, { first_name: 'Wattlebird' })];
    for (const { ask } of leavers) await ask();
    const file = server.deps.env.DATABASE_URL;
    const inLog = () => readFileSync(`${file}-wal`).includes('Wattlebird');
    const reader = aLongReader(file);
    weekOver();
    await deleteAccounts(server);
    expect(await Promise.all(leavers.map(({ isDone }) => isDone()))).toEqual([true, true]);
    expect(inLog()).toBe(true);
    reader.end();
    await deleteAccounts(server);
    expect(inLog()).toBe(false);
  },
);
