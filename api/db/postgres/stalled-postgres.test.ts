import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test as plainTest } from 'vitest';
import { aBooking, aUser } from '../../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../../testing/databases/database.ts';
import { type StallingProxy, stallingProxy } from '../../testing/databases/stalling-proxy.ts';
import type { Client } from '../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { openDatabase } from '../open.ts';

const isOn = process.env.TEST_DATABASE === 'postgres';
const test = plainTest.runIf(isOn);
const waits = { connect: 1_500, lock: 1_000, statement: 1_500, answer: 2_000, idleInTransaction: 10_000 };

let database: TestDatabase;
let proxy: StallingProxy;
let server: TestServer;
let client: Client;
let bookingId: string;
/** Repairs of a test’s changes outside the server, made before the server is closed. */
let undo: (() => unknown)[] = [];
beforeEach(async () => {
  if (!isOn) return;
  database = await testDatabase();
  proxy = await stallingProxy(database.url);
  const db = openDatabase(proxy.url, { waits });
  const close = async () => {
    await db.destroy();
    proxy.close();
    await database.close();
  };
  server = await startTestServer({ database: { db, url: proxy.url, close } });
  const user = await aUser(database.db);
  bookingId = (await aBooking(database.db, { user_id: user.id })).id;
  client = await server.as(user);
  // Every connection of the pool is open: quick requests would share a few.
  await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.2)`.execute(db)));
});
afterEach(async () => {
  if (!isOn) return;
  proxy.goOn();
  for (const each of undo) await each();
  undo = [];
  await server.close();
});

const send = () =>
  client.call('sendMessage', { body: { bookingId, message: 'Once' }, idempotencyKey: 'a-key-of-mine' });
const count = async () => (await database.db.selectFrom('messages').select('id').execute()).length;
const readiness = async () => {
  server.clock.advance({ seconds: 10 });
  return (await server.anyone.raw('GET', '/readyz')).status;
};

/** Stops PostgreSQL’s processes for this database, as the attack does. @returns the function that continues them */
async function stopBackends(): Promise<() => void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = $1', [
    new URL(database.url).pathname.slice(1),
  ]);
  await admin.end();
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  const goOn = () => {
    // Continued once only: the processes then end, because their client has gone.
    for (const { pid } of rows.splice(0)) process.kill(pid, 'SIGCONT');
  };
  undo.push(goOn);
  return goOn;
}

test('every request gets an answer while backends are stopped, none is a 500, and the next ones succeed', async () => {
  const goOn = await stopBackends();
  const calls = Array.from({ length: 12 }, () => client.call('listBookings'));
  expect((await server.anyone.raw('GET', '/healthz')).status).toBe(200);
  for (const { status, body, headers } of await Promise.all(calls))
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  // New connections are used, so the stopped ones delay nobody.
  for (let n = 0; n < 12; n++) expect((await client.call('listBookings')).status).toBe(200);
  expect((await send()).status).toBe(200);
  goOn();
  expect((await send()).status).toBe(200);
  expect(await count()).toBe(1);
});

test('a silent server is not ready, and recovers by itself once it answers again', async () => {
  proxy.stall();
  const calls = Array.from({ length: 24 }, () => client.call('listBookings'));
  const file = client.raw('GET', '/api/hours/statement.csv');
  expect(await readiness()).toBe(503);
  expect((await server.anyone.raw('GET', '/healthz')).status).toBe(200);
  for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
  expect((await file).status).toBe(503);
  expect((await send()).status).toBe(503);
  proxy.goOn();
  expect((await send()).status).toBe(200);
  expect(await readiness()).toBe(200);
  expect(await count()).toBe(1);
});

test('a message whose answer was lost after the write is not written twice', async () => {
  await sql`create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.7); return null; end $$`.execute(database.db);
  await sql`create constraint trigger dawdle after insert on messages deferrable initially deferred
    for each row execute function dawdle()`.execute(database.db);
  undo.push(() => sql`drop function dawdle() cascade`.execute(database.db));
  const sending = send();
  const committing = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and query = 'commit' and state = 'active'`
      .execute(database.db)
      .then(({ rows }) => rows.length);
  await expect.poll(committing, { interval: 10 }).toBe(1);
  proxy.stall();
  expect((await sending).status).toBe(503);
  await expect.poll(count).toBe(1);
  proxy.goOn();
  expect((await send()).status).toBe(200);
  expect(await count()).toBe(1);
});

test('a file whose rows another transaction locks is answered with an error, not cut off', async () => {
  const other = new pg.Client({ connectionString: database.url });
  undo.push(() => other.end());
  await other.connect();
  await other.query('BEGIN; LOCK TABLE hour_entries');
  const answer = await client.raw('GET', '/api/hours/statement.csv');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    503,
    'application/json; charset=utf-8',
  ]);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});
