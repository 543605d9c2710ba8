import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMigrated } from '../../db/migrate.ts';
import { isPostgres } from '../../db/open.ts';
import { type TestDatabase, testDatabase } from '../databases/database.ts';
import { aBooking, aMessage, aPlan } from './builders.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a test database is migrated and runs on the engine that the project names', async () => {
  expect(await isMigrated(database.db)).toBe(true);
  expect(isPostgres(database.db)).toBe(process.env.TEST_DATABASE === 'postgres');
});

test('two test databases share nothing', async () => {
  const other = await testDatabase();
  await aBooking(other.db);
  expect(await database.db.selectFrom('bookings').selectAll().execute()).toEqual([]);
  await other.close();
});

test('builders store the rows that theirs belongs to', async () => {
  const booking = await aBooking(database.db);
  const first = await aMessage(database.db, { booking_id: booking.id });
  const second = await aMessage(database.db, { booking_id: booking.id });
  expect([first.seq, second.seq]).toEqual([1, 2]);
  expect(second.sender_id).toBe(booking.user_id);
});

test('a plan has granted its hours', async () => {
  const plan = await aPlan(database.db, { tier: 'basic' });
  const grants = await database.db
    .selectFrom('hour_grants')
    .select('minutes')
    .where('user_id', '=', plan.user_id)
    .execute();
  expect(grants).toEqual([{ minutes: 300 }]);
});
