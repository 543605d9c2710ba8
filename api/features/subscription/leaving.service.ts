import { instant } from '../../clock.ts';
import type { Parts } from './plan-steps.service.ts';
import { findLive, updateSubscription } from './subscription.repository.ts';
import { syncSubscription } from './sync.service.ts';

/**
 * Ends the plan of a person who leaves, at once, whether it was paid or only begun. May be repeated.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function endPlanForLeaving(parts: Parts, userId: string): Promise<void> {
  const row = await findLive(parts.db, userId);
  if (!row) return;
  if (!row.provider_id) {
    await parts.db
      .transaction()
      .execute((tx) => updateSubscription(tx, row.id, { status: 'ended', updated_at: instant(parts.clock) }));
    return;
  }
  await parts.payments.cancelSubscription(row.provider_id, row.id);
  await syncSubscription(parts, row.provider_id);
}
