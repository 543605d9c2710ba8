import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { deleteSettled } from './cleaning.repository.ts';

/** So that nobody waits long for the database. */
const batch = 500;

/** Clears away the notices that were settled KEEP_NOTICES_DAYS ago, and what is known of their ways to the browsers. */
export async function clearNotices(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const p = {
    now: now.toISOString(),
    before: subDays(now, env.KEEP_NOTICES_DAYS).toISOString(),
    rows: batch,
  };
  while (!stopping.aborted && (await deleteSettled(db, p)) === batch);
}
