import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser } from '../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import type { Db } from './database.ts';
import { isPostgres, openDatabase } from './open.ts';
import { inOneRead } from './read.ts';

let database: TestDatabase;
let other: Db;
beforeAll(async () => {
  database = await testDatabase();
  other = openDatabase(database.url);
});
afterAll(async () => {
  await other.destroy();
  await database.close();
});

const people = async (db: Db) => (await db.selectFrom('users').select('id').execute()).length;

test('the reads of one transaction see one state, and keep no writer waiting', async () => {
  const { db } = database;
  const before = await people(db);
  await inOneRead(db, async (tx) => {
    expect(await people(tx)).toBe(before);
    await aUser(other);
    expect(await people(tx)).toBe(before);
  });
  expect(await people(db)).toBe(before + 1);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('a write among the reads is refused', async () => {
  const { db } = database;
  expect(isPostgres(db)).toBe(true);
  await expect(inOneRead(db, (tx) => aUser(tx))).rejects.toThrow('read-only transaction');
});
