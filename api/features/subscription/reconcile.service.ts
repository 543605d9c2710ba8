import { instant } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { selectUnpaid, updateSubscription } from './subscription.repository.ts';
import { syncSubscription } from './sync.service.ts';

const unseenMs = 60 * 1000;
const abandonedMs = 24 * 60 * 60 * 1000;
const batch = 50;

/** Reads plans that were begun and not seen paid again; one that never reached the provider ends after a day. */
export async function reconcileSubscriptions(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log'>,
): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now().getTime();
  for (const row of await selectUnpaid(db, new Date(now - unseenMs).toISOString(), batch)) {
    try {
      if (row.provider_id) await syncSubscription(deps, row.provider_id);
      else if (Date.parse(row.created_at) < now - abandonedMs)
        await updateSubscription(db, row.id, { status: 'ended', updated_at: instant(clock) });
    } catch (err) {
      log.warn({ err, subscription: row.id }, 'a plan could not be reconciled; it stays for the next round');
    }
  }
}
