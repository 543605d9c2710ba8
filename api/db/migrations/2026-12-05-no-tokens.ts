import { type Kysely, sql } from 'kysely';
import type { Db } from '../database.ts';
import { isPostgres } from '../open.ts';

/**
 * The issuer's tokens are kept no more: each held its person's name and address as text. Whoever is signed in stays so.
 * A column that is dropped, and a row that was deleted, stay in the files until something is written over them; so the
 * files are written anew without them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db as Db)) {
    // A type that comes from an expression has PostgreSQL write the whole table anew.
    await sql`alter table sessions drop column data, alter column user_agent type text using user_agent || ''`.execute(
      db,
    );
    return;
  }
  await db.schema.alterTable('sessions').dropColumn('data').execute();
  await sql`vacuum`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
