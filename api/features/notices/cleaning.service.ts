import { subDays } from 'date-fns/subDays';
import { inBatches } from '../../db/batches.ts';
import type { Deps } from '../../deps.ts';
import { deleteSettled, emptyBilling } from './cleaning.repository.ts';

/**
 * Clears away the notices that were settled long ago, and what is known of their ways to the browsers. Of those of money
 * what they said goes, and their occasion stays: an invoice may be open for months, and is told of once.
 */
export async function clearNotices(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const p = { now: now.toISOString(), before: subDays(now, env.NOTICES_KEPT_DAYS).toISOString() };
  await inBatches(db, stopping, (tx, rows) => deleteSettled(tx, { ...p, rows }));
  await inBatches(db, stopping, (tx, rows) => emptyBilling(tx, { ...p, rows }));
}
