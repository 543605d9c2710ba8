import { daysAfter } from '../../../core/durations.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Deps } from '../../../deps.ts';
import { emptyGivenUp } from './payments.repository.ts';

/**
 * Erases the personal details of checkouts abandoned long ago; the service and the amount stay in the books. Only a
 * payment cancelled here and at the provider counts as abandoned: an open one may still be paid.
 */
export async function clearCheckouts(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, env } = deps;
  const before = daysAfter(clock.now(), -env.CHECKOUTS_KEPT_DAYS).toISOString();
  await inBatches(db, stopping, (tx, rows) => emptyGivenUp(tx, { before, rows }));
}
