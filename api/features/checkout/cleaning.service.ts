import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { emptyDetails } from './checkout.repository.ts';

/** So that nobody waits long for the database. */
const batch = 500;

/**
 * Forgets name, telephone, address and notes of checkouts that came to nothing KEEP_CHECKOUTS_DAYS ago: given up, or
 * paid and given back. The payment itself stays, for the books. What was booked is with its booking.
 */
export async function clearCheckouts(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const before = subDays(clock.now(), env.KEEP_CHECKOUTS_DAYS).toISOString();
  while (!stopping.aborted && (await emptyDetails(db, { before, rows: batch })) === batch);
}
