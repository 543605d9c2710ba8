import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as offer from '../db/migrations/2027-01/2027-01-09-offer.ts';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import { seedCatalogue } from './catalogue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Brings the tables of the offer back to their form of the release before. */
async function asBefore(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bookings_rated`.execute(db);
  for (const column of ['version', 'active'])
    await db.schema.alterTable('service_categories').dropColumn(column).execute();
  for (const column of ['version', 'included', 'search_words', 'booked_by', 'drawing', 'notice_hours'])
    await db.schema.alterTable('services').dropColumn(column).execute();
}

test('a database of the release before keeps its names, prices and retired services', async () => {
  const { db } = database;
  const step = db as unknown as Kysely<unknown>;
  await seedCatalogue(db);
  await asBefore(step);
  const lawn = { name: 'Lawn care', price_cents: 11_000, active: 0, position: 9 };
  await db.updateTable('services').set(lawn).where('slug', '=', 'lawn-mowing').execute();
  const home = { name: 'House', position: 7 };
  await db.updateTable('service_categories').set(home).where('slug', '=', 'home-maintenance').execute();
  const read = async () => ({
    services: await db.selectFrom('services').selectAll().orderBy('id').execute(),
    categories: await db.selectFrom('service_categories').selectAll().orderBy('id').execute(),
  });
  const before = await read();

  await offer.up(step);
  await seedCatalogue(db);

  const after = await read();
  expect(after).toMatchObject(before);
  expect(after.services.find(({ slug }) => slug === 'lawn-mowing')).toMatchObject(lawn);
  expect(after.services.find(({ slug }) => slug === 'drain-unclogging')).toMatchObject({
    search_words: expect.stringContaining('plumber'),
    booked_by: 'both',
    notice_hours: 0,
    version: 1,
  });
});

test('the words of the first offer are those that its rows get in a database of the release before', async () => {
  const words = async () =>
    new Map(
      (await database.db.selectFrom('services').select(['slug', 'search_words']).execute()).map((one) => [
        one.slug,
        one.search_words,
      ]),
    );
  const migrated = await words();
  const fresh = await testDatabase();
  await seedCatalogue(fresh.db);
  const seeded = await fresh.db.selectFrom('services').select(['slug', 'search_words']).execute();
  await fresh.close();
  for (const { slug, search_words } of seeded) expect(migrated.get(slug)).toBe(search_words);
});
