import { daysAfter } from '../../../core/durations.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Deps } from '../../../deps.ts';
import { deleteEvents } from './webhooks.repository.ts';

/**
 * Deletes events that came long ago. Each is stored with its effect; a failed one is not stored, and comes again.
 * Only the quick answer to a repeat is lost: an event is just a hint to read the truth, and the provider repeats
 * none after this time.
 */
export async function clearEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, env } = deps;
  const before = daysAfter(clock.now(), -env.WEBHOOKS_KEPT_DAYS).toISOString();
  await inBatches(db, stopping, (tx, rows) => deleteEvents(tx, { before, rows }));
}
