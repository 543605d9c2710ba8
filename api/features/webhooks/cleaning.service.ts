import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { deleteEvents } from './webhooks.repository.ts';

/** So that nobody waits long for the database. */
const batch = 500;

/**
 * Forgets the provider's events of KEEP_EVENTS_DAYS ago. One that came once more after that would be done again, which
 * changes nothing: an event only has the truth read again.
 */
export async function clearEvents(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  stopping: AbortSignal,
): Promise<void> {
  const before = subDays(clock.now(), env.KEEP_EVENTS_DAYS).toISOString();
  while (!stopping.aborted && (await deleteEvents(db, { before, rows: batch })) === batch);
}
