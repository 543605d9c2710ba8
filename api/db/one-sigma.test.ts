import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { aUser } from '../testing/builders/builders.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { up } from './migrations/2026-12/2026-12-16-one-sigma.ts';

test('people whose names were indexed with a final sigma are found after the update', async () => {
  const { db, close } = await testDatabase();
  const { id: user_id } = await aUser(db);
  await sql`delete from user_words`.execute(db);
  const words = ['νικος', 'νικοσ', 'παπαδοπουλος', 'lee'].map((word) => ({ word, user_id }));
  await db.insertInto('user_words').values(words).execute();
  await up(db as unknown as Kysely<unknown>);
  const left = await db.selectFrom('user_words').select('word').orderBy('word').execute();
  expect(left.map(({ word }) => word)).toEqual(['lee', 'νικοσ', 'παπαδοπουλοσ']);
  await close();
});
