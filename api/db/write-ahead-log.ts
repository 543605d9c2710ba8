import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './open.ts';

/**
 * Removes deleted words from SQLite's write-ahead log, whose pages keep them until they are overwritten. It is one try:
 * while another process reads from the log, nothing is removed, and a later call is needed. PostgreSQL's own log is
 * its operator's.
 */
export async function emptyWriteAheadLog(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
