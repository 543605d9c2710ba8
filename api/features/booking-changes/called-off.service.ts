import { subDays } from 'date-fns/subDays';
import { bookingsForgotten } from '../../bus/changed.ts';
import { inBatches } from '../../db/batches.ts';
import type { Deps } from '../../deps.ts';
import { forgetRequests } from '../custom-requests/forget.service.ts';
import { type CalledOff, emptyNeverAgreed, selectCalledOff } from './called-off.repository.ts';

/**
 * Forgets whom and where a booking was for that never came to be and was called off long ago: one whose plan nobody
 * paid, a request that led to nothing, a wish that was taken back before the team agreed. What was paid for, scheduled
 * or done stays whole, and so does what still waits.
 */
export async function clearCalledOff(
  { db, clock, env, changes }: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  stopping: AbortSignal,
): Promise<void> {
  const before = subDays(clock.now(), env.CHECKOUTS_KEPT_DAYS).toISOString();
  let after: CalledOff = { id: '', updated_at: '' };
  const people = new Set<string>();
  // By places, since what was agreed to once is found by each round, and stays.
  await inBatches(db, stopping, async (tx, rows) => {
    const found = await selectCalledOff(tx, { after, before, rows });
    after = found.at(-1) ?? after;
    const ids = found.map(({ id }) => id);
    const never = ids.length ? await emptyNeverAgreed(tx, { ids, before }) : [];
    await forgetRequests(
      tx,
      never.map(({ id }) => id),
    );
    for (const { user_id } of never) people.add(user_id);
    return found.length;
  });
  if (people.size) bookingsForgotten(changes, [...people]);
}
