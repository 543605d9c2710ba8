import { letOthersGo } from '../core/turn.ts';
import type { Db, Tx } from './database.ts';

/** So many rows that nobody waits long for the database. */
const most = 500;

/**
 * Goes through much of a table in one transaction after the other, and lets others have their turn in between.
 * @param batch takes so many rows at most; returns how many it found: with fewer than that there are no more
 */
export async function inBatches(
  db: Db,
  stopping: AbortSignal,
  batch: (tx: Tx, rows: number) => Promise<number>,
): Promise<void> {
  while (!stopping.aborted && (await db.transaction().execute((tx) => batch(tx, most))) >= most)
    await letOthersGo();
}
