import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './open.ts';

/** The pause before the next try while another process reads or writes. */
const againMs = 100;

/**
 * Removes deleted words from SQLite's write-ahead log, whose pages keep them until they are overwritten. Tries again
 * while other processes read from the log, until nothing is left in it or the server stops. PostgreSQL's own log is
 * its operator's.
 */
export async function emptyWriteAheadLog(db: Db, stopping: AbortSignal): Promise<void> {
  if (isPostgres(db)) return;
  for (;;) {
    const { rows } = await sql<{ busy: number; log: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows.every(({ busy, log }) => !busy && log <= 0)) return;
    if (stopping.aborted) return;
    await wait(againMs, undefined, { signal: stopping }).catch(() => {});
  }
}
