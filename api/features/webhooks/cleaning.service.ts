import { subDays } from 'date-fns/subDays';
import { inBatches } from '../../db/batches.ts';
import type { Deps } from '../../deps.ts';
import { deleteEvents } from './webhooks.repository.ts';

/**
 * Forgets events that came long ago. Each is stored with its effect, so what stands there has had it; one that failed
 * stands nowhere, and comes again. Nothing is lost with an id but the quick answer to a repeat: an event is only a hint
 * to read the truth, and the provider repeats none for as long as it is kept.
 */
export async function clearEvents(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const before = subDays(clock.now(), env.WEBHOOKS_KEPT_DAYS).toISOString();
  await inBatches(db, stopping, (tx, rows) => deleteEvents(tx, { before, rows }));
}
