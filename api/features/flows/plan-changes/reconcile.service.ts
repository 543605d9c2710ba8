import { instant } from '../../../core/clock.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import {
  endUnpaid,
  selectUnsettled,
  touchSubscription,
} from '../../records/subscription/subscription.repository.ts';
import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';
import { settleOpenChange } from './plan-steps.service.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';
import { endUnpaidPlan } from './unpaid-plan.service.ts';

const unseenMs = 60_000;
const abandonedMs = 24 * 60 * 60_000;
const batch = 50;

/**
 * Reads plans at the provider again that were begun and are unpaid, that owe, that are changing, or whose period has
 * ended or granted no hours. A plan unpaid for a day ends. @throws PaymentsUnavailable
 */
export async function reconcileSubscriptions(deps: PlanParts, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const before = new Date(clock.now().getTime() - unseenMs).toISOString();
  for (const row of await selectUnsettled(db, { before, now: instant(clock), limit: batch })) {
    if (stopping.aborted) return;
    // Noted first, so that a failing plan comes after the others in the next round.
    await touchSubscription(db, row.id, instant(clock));
    try {
      await reconcileSubscription(deps, row);
    } catch (err) {
      if (err instanceof PaymentsUnavailable) throw err;
      log.warn({ err, subscription: row.id }, 'a plan could not be reconciled');
    }
  }
}

async function reconcileSubscription(deps: PlanParts, row: SubscriptionTable): Promise<void> {
  const { db, clock } = deps;
  const abandoned = Date.parse(row.created_at) < clock.now().getTime() - abandonedMs;
  if (!row.provider_id) {
    // The secret was given to nobody, so the plan cannot have been paid.
    if (abandoned) await endUnpaid(db, row.id, instant(clock));
    return;
  }
  const synced = await syncSubscription(deps, row.provider_id);
  if (!synced) await endUnpaid(db, row.id, instant(clock));
  else await settleOpenChange(deps, row.id, synced.pendingInvoiceId);
  if (!abandoned || synced?.status !== 'incomplete') return;
  await endUnpaidPlan(deps, { id: row.id, providerId: row.provider_id });
}
