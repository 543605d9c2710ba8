import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test as plainTest } from 'vitest';
import { dataMap } from '../features/records/personal-data/map.ts';
import { seedCatalogue } from '../seed/catalogue.ts';
import { seedPersonas } from '../seed/personas.ts';
import { aBooking, aUser } from '../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import { startTestServer } from '../testing/servers/server.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';
import { moveRows } from './move.ts';
import { openDatabase } from './open.ts';

const isOn = process.env.TEST_DATABASE === 'postgres';
const test = plainTest.runIf(isOn);
const tables = Object.keys(dataMap);

let folder: string;
let file: string;
let from: Db;
let to: TestDatabase;
beforeEach(async () => {
  if (!isOn) return;
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-move-'));
  file = join(folder, 'hearthkeep.sqlite');
  from = openDatabase(file);
  await migrate(from);
  to = await testDatabase();
});
afterEach(async () => {
  if (!isOn) return;
  await from.destroy();
  await to.close();
  await rm(folder, { recursive: true });
});

/** All rows of a table, in the order of their text: the engines have no order of rows in common. */
async function rowsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
  return rows.map((row) => JSON.stringify(Object.entries(row as object).sort())).sort();
}
const contentOf = async (db: Db) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(db, table)])));

test('every row of a SQLite file is in PostgreSQL afterwards, with what triggers derive from the rows', async () => {
  const server = await startTestServer({ database: { db: from, url: file, close: async () => {} } });
  await seedCatalogue(from);
  await seedPersonas(server.deps);
  await server.close();
  const user = await aUser(from, { first_name: 'Zoë', last_name: '🦊 O’Neil' });
  const { service_id } = await aBooking(from, { user_id: user.id, notes: 'Mind\nthe cat' });
  // More rows than one statement takes.
  await from.transaction().execute(async (tx) => {
    for (let n = 0; n < 510; n += 1) await aBooking(tx, { user_id: user.id, service_id });
  });

  const moved = await moveRows(file, to.db, tables);
  const there = await contentOf(to.db);
  expect(there).toEqual(await contentOf(from));
  expect(moved).toBe(Object.values(there).flat().length);
  for (const filled of ['booking_counts', 'thread_answers', 'messages', 'payments', 'hour_entries', 'photos'])
    expect(there[filled], filled).not.toEqual([]);
  // Triggers and references work as before.
  const counts = () => rowsOf(to.db, 'booking_counts');
  const before = await counts();
  await aBooking(to.db, { user_id: user.id });
  expect(await counts()).not.toEqual(before);
  const deferrable = await sql`select conname from pg_constraint where condeferrable`.execute(to.db);
  expect(deferrable.rows).toEqual([]);
  await expect(aBooking(to.db, { user_id: 'nobody', service_id })).rejects.toThrow(/foreign key/);
});

test('a PostgreSQL database that has people is left as it is', async () => {
  await aUser(from);
  await aUser(to.db);
  const before = await contentOf(to.db);
  expect(await moveRows(file, to.db, tables)).toBeNull();
  expect(await contentOf(to.db)).toEqual(before);
});

test('a move that fails half-way changes nothing, and can be repeated', async () => {
  await aBooking(from);
  const before = await contentOf(to.db);
  await sql`alter table bookings add column hindrance integer not null`.execute(to.db);
  await expect(moveRows(file, to.db, tables)).rejects.toThrow('hindrance');
  await sql`alter table bookings drop column hindrance`.execute(to.db);
  expect(await contentOf(to.db)).toEqual(before);
  expect(await moveRows(file, to.db, tables)).toBeGreaterThan(0);
});
