import SqliteDatabase from 'better-sqlite3';
import { InsertQueryNode, type KyselyPlugin, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aBooking, aUser } from '../testing/builders/builders.ts';
import { testDatabase } from '../testing/databases/database.ts';
import type { Client } from '../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { isPostgres, openDatabase } from './open.ts';
import { servingWaits } from './unavailable.ts';

const lock = 2_000;
/** The number of inserts that readiness makes. */
let probes = 0;
const countProbes: KyselyPlugin = {
  transformQuery({ node }) {
    const into = InsertQueryNode.is(node) && node.into?.table.identifier.name;
    if (into === 'write_probes') probes += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

let server: TestServer;
let client: Client;
let bookingId: string;
beforeAll(async () => {
  const database = await testDatabase();
  const db = openDatabase(database.url, { waits: { ...servingWaits, lock } }).withPlugin(countProbes);
  const close = async () => {
    await db.destroy();
    await database.close();
  };
  server = await startTestServer({ database: { ...database, db, close } });
  const user = await aUser(db);
  bookingId = (await aBooking(db, { user_id: user.id })).id;
  client = await server.as(user);
});
afterAll(() => server.close());

const send = (message: string) =>
  client.call('sendMessage', { body: { bookingId, message }, idempotencyKey: `key-of-${message}` });
const texts = async () =>
  (await client.call('listMessages', { params: { id: bookingId } })).body.map(({ message }) => message);
/** Asks after the last answer has expired. */
const readiness = () => {
  server.clock.advance({ seconds: 10 });
  return server.anyone.raw('GET', '/readyz');
};
const alive = async () => (await server.anyone.raw('GET', '/healthz')).status;

/** Another transaction that prevents writes of messages. @returns the function that ends it */
async function foreignWriter(): Promise<() => Promise<void>> {
  if (!isPostgres(server.deps.db)) {
    const other = new SqliteDatabase(server.deps.env.DATABASE_URL);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    return async () => void other.close();
  }
  const other = new pg.Client({ connectionString: server.deps.env.DATABASE_URL });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('BEGIN; LOCK TABLE messages, write_probes IN SHARE MODE');
  return () => other.end();
}

test('a foreign writer delays no reads, and writes made meanwhile are written once', async () => {
  const done = await foreignWriter();
  const sending = send('patient');
  let isSent = false;
  void sending.then(() => {
    isSent = true;
  });
  for (let n = 0; n < 10; n++) expect((await client.call('listBookings')).status).toBe(200);
  expect(isSent).toBe(false);
  await done();
  expect((await sending).status).toBe(200);
  expect((await send('patient')).status).toBe(200);
  expect(await texts()).toEqual(['patient']);
});

test('a write that a foreign writer never lets through is no 500, and delays no reads', async () => {
  const done = await foreignWriter();
  const sending = [1, 2, 3].map((n) => send(`in-vain-${n}`));
  for (let n = 0; n < 5; n++) expect((await client.call('listBookings')).status).toBe(200);
  for (const { status, headers, body } of await Promise.all(sending)) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  }
  expect([(await readiness()).status, await alive()]).toEqual([503, 200]);
  await done();
  expect((await readiness()).status).toBe(200);
  for (const n of [1, 2, 3]) expect((await send(`in-vain-${n}`)).status).toBe(200);
  expect(await texts()).toEqual(['patient', 'in-vain-1', 'in-vain-2', 'in-vain-3']);
});

/** No room for another page. PostgreSQL has no such limit, so its error is imitated. */
async function full(): Promise<() => Promise<void>> {
  const { db } = server.deps;
  if (!isPostgres(db)) {
    await sql`pragma max_page_count = 1`.execute(db);
    return async () => void (await sql`pragma max_page_count = 1000000`.execute(db));
  }
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  );
  for (const table of ['messages', 'write_probes'])
    await sql`create trigger no_room before insert on ${sql.table(table)}
      for each row execute function no_room()`.execute(db);
  return async () => void (await sql`drop function no_room() cascade`.execute(db));
}

test('a full disk causes no 500 and ends readiness, while reads go on', async () => {
  const before = await texts();
  const freed = await full();
  const sent: string[] = [];
  let refused: Awaited<ReturnType<typeof send>> | null = null;
  // The last page may have room for more rows.
  for (let n = 0; n < 200 && !refused; n++) {
    const message = `${n}-${'x'.repeat(80)}`;
    const answer = await send(message);
    if (answer.status !== 200) refused = answer;
    sent.push(message);
  }
  expect([refused?.status, refused?.body.code]).toEqual([503, 'unavailable']);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([(await readiness()).status, await alive()]).toEqual([503, 200]);
  expect(await texts()).toEqual([...before, ...sent.slice(0, -1)]);
  await freed();
  expect((await readiness()).status).toBe(200);
  for (const message of sent) expect((await send(message)).status).toBe(200);
  expect(await texts()).toEqual([...before, ...sent]);
});

test('simultaneous checks of readiness share one probe, and its answer is reused for a while', async () => {
  server.clock.advance({ seconds: 10 });
  probes = 0;
  const ask = async () => (await server.anyone.raw('GET', '/readyz')).status;
  expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  expect(probes).toBe(1);
  expect((await readiness()).status).toBe(200);
  expect(probes).toBe(2);
});
