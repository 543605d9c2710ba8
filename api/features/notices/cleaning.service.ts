import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { deleteSettled } from './cleaning.repository.ts';

/** Well past whatever may still be asked of a notice: a reminder's visit, a message's retries. */
const keptDays = 30;
/** So that nobody waits long for the database. */
const batch = 500;

/** Clears away the notices that were settled long ago, and what is known of their ways to the browsers. */
export async function clearNotices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const p = { now: now.toISOString(), before: subDays(now, keptDays).toISOString(), rows: batch };
  while (!stopping.aborted && (await deleteSettled(db, p)) === batch);
}
