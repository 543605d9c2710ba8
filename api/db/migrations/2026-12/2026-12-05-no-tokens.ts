import { type Kysely, sql } from 'kysely';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

/**
 * The issuer's tokens are no longer stored: each held its person's name and address as text. Signed-in people stay
 * signed in. Dropped columns and deleted rows stay in the files until overwritten, so the files are rewritten
 * without them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db as Db)) {
    // PostgreSQL rewrites the whole table for a type that comes from an expression.
    await sql`alter table sessions drop column data, alter column user_agent type text using user_agent || ''`.execute(
      db,
    );
    return;
  }
  await db.schema.alterTable('sessions').dropColumn('data').execute();
  await sql`vacuum`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
