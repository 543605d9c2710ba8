import { type Kysely, sql } from 'kysely';
import type { Db } from '../database.ts';
import { isPostgres } from '../open.ts';

/**
 * What callers have used of their limits, where several processes count together, as `rate-limiter-flexible` has it.
 * It need not outlive a crash. With SQLite there is one process, which counts by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db as Db)) return;
  await sql`create unlogged table rate_limits (
    key varchar(255) primary key, points integer not null default 0, expire bigint
  )`.execute(db);
}
