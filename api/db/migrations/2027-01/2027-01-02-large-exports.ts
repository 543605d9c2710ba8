import { type Kysely, sql } from 'kysely';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

/** A file of one's own data may be larger than 2 GB, which an integer of PostgreSQL does not hold; SQLite's does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db as Db)) await sql`alter table data_exports alter column bytes type bigint`.execute(db);
}
