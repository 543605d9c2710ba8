import { daysAfter } from '../../../../core/durations.ts';
import { inBatches } from '../../../../db/batches.ts';
import type { Deps } from '../../../../deps.ts';
import { deleteSettled, emptyBilling } from './cleaning.repository.ts';

/**
 * Deletes notices settled long ago, with their deliveries to browsers. A notice about money loses only its content.
 * Its occasion stays, because an invoice may be open for months and is announced once.
 */
export async function clearNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, env } = deps;
  const now = clock.now();
  const p = { now: now.toISOString(), before: daysAfter(now, -env.NOTICES_KEPT_DAYS).toISOString() };
  await inBatches(db, stopping, (tx, rows) => deleteSettled(tx, { ...p, rows }));
  await inBatches(db, stopping, (tx, rows) => emptyBilling(tx, { ...p, rows }));
}
