import { existsSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { aUser } from '../testing/builders/builders.ts';
import { testDatabase } from '../testing/databases/database.ts';
import type { Db } from './database.ts';
import * as noTokens from './migrations/2026-12/2026-12-05-no-tokens.ts';
import { isPostgres } from './open.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJlbWFpbCI6Im1laUBleGFtcGxlLmNvbSJ9';
const at = '2026-11-20T02:00:00.000Z';

/** The table as in the release before. */
async function withTokens(db: Db, names: readonly string[]): Promise<void> {
  await sql`alter table sessions add column data text not null default ''`.execute(db);
  const { id } = await aUser(db);
  for (const name of names)
    await sql`insert into sessions (id_hash, user_id, opened_under, data, user_agent, created_at, last_seen_at,
      expires_at, ends_at) values (${name}, ${id}, '', ${`{"idToken":"${token}"}`}, 'Firefox', ${at}, ${at}, ${at}, ${at})`.execute(
      db,
    );
}
const fileOf = async (db: Db) =>
  (await sql<{ file: string }>`select pg_relation_filepath('sessions') as file`.execute(db)).rows[0]?.file;

test('tokens of present and past sessions are gone from the database’s files', async () => {
  const { db, url, close } = await testDatabase();
  const kept = () =>
    [url, `${url}-wal`].filter(existsSync).some((file) => readFileSync(file).includes(token));
  // In an earlier release, a deletion did not overwrite the content.
  if (!isPostgres(db)) await sql`pragma secure_delete = off`.execute(db);
  await withTokens(db, ['here', 'gone']);
  await sql`delete from sessions where id_hash = 'gone'`.execute(db);
  const before = isPostgres(db) ? await fileOf(db) : kept();

  await noTokens.up(db as unknown as Kysely<unknown>);

  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([
    {
      id_hash: 'here',
      user_id: expect.any(String),
      opened_under: '',
      issuer_session: null,
      user_agent: 'Firefox',
      created_at: at,
      last_seen_at: at,
      expires_at: at,
      ends_at: at,
    },
  ]);
  if (isPostgres(db)) expect(await fileOf(db), 'the table is another file').not.toBe(before);
  else expect([before, kept()]).toEqual([true, false]);
  await close();
});
