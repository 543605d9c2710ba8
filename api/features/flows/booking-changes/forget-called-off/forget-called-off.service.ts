import { bookingsForgotten } from '../../../../bus/changed.ts';
import { daysAfter } from '../../../../core/durations.ts';
import { inBatches } from '../../../../db/batches.ts';
import type { Deps } from '../../../../deps.ts';
import { forgetContacts } from '../../../records/account/people-search/people-search.service.ts';
import { forgetRequests } from '../../../records/custom-requests/forget.service.ts';
import {
  type CalledOff,
  emptyNeverAgreed,
  selectCalledOff,
  selectContactsGiven,
} from './forget-called-off.repository.ts';

/**
 * Erases the details of bookings that never took place and were cancelled long ago: unpaid plan bookings, requests
 * without a result, and bookings cancelled before the team agreed. Bookings that were paid, scheduled or done stay
 * whole, as do open ones. The team no longer finds their customers by telephone numbers and addresses that stand in
 * these alone.
 */
export async function clearCalledOff(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, env, changes } = deps;
  const before = daysAfter(clock.now(), -env.CHECKOUTS_KEPT_DAYS).toISOString();
  let after: CalledOff = { id: '', updated_at: '' };
  const people = new Set<string>();
  // Each batch begins after the last booking of the one before, because erased bookings are found again, too.
  await inBatches(db, stopping, async (tx, rows) => {
    const found = await selectCalledOff(tx, { after, before, rows });
    after = found.at(-1) ?? after;
    const ids = found.map(({ id }) => id);
    const never = ids.length ? await emptyNeverAgreed(tx, { ids, before }) : [];
    await forgetRequests(
      tx,
      never.map(({ id }) => id),
    );
    const theirs = [...new Set(never.map(({ user_id }) => user_id))];
    if (theirs.length) await forgetContacts(tx, theirs, () => selectContactsGiven(tx, theirs));
    for (const id of theirs) people.add(id);
    return found.length;
  });
  if (people.size) bookingsForgotten(changes, [...people]);
}
