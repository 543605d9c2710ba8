import { subDays } from 'date-fns/subDays';
import { inBatches } from '../../db/batches.ts';
import type { Deps } from '../../deps.ts';
import { emptyGivenUp } from './payments.repository.ts';

/**
 * Forgets whom and where a checkout was for that was given up long ago; that there was one, of what and how much, stays
 * in the books. Only what was cancelled, here and at the provider, is given up: what is open may still be paid.
 */
export async function clearCheckouts(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const before = subDays(clock.now(), env.CHECKOUTS_KEPT_DAYS).toISOString();
  await inBatches(db, stopping, (tx, rows) => emptyGivenUp(tx, { before, rows }));
}
