import { type Kysely, sql } from 'kysely';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

/**
 * The callers' use of their limits, for several processes together, in the form of `rate-limiter-flexible`. It may
 * be lost in a crash. With SQLite there is one process, which counts by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db as Db)) return;
  await sql`create unlogged table rate_limits (
    key varchar(255) primary key, points integer not null default 0, expire bigint
  )`.execute(db);
}
