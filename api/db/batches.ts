import { letOthersGo } from '../core/turn.ts';
import type { Db, Tx } from './database.ts';

/** The rows of one transaction, few enough that nobody waits long for the database. */
const most = 500;

/**
 * Goes through a large part of a table in several transactions, and lets other work run in between.
 * @param batch handles at most so many rows and returns how many it found; fewer means that none are left
 */
export async function inBatches(
  db: Db,
  stopping: AbortSignal,
  batch: (tx: Tx, rows: number) => Promise<number>,
): Promise<void> {
  while (!stopping.aborted && (await db.transaction().execute((tx) => batch(tx, most))) >= most)
    await letOthersGo();
}
