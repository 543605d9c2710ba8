import { instant } from '../../../core/clock.ts';
import { findLive, updateSubscription } from '../../records/subscription/subscription.repository.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';

/**
 * Ends the plan of a person whose account is being deleted, at once, whether it was paid or only begun. May be
 * repeated.
 * @param orNote handles an object that the provider refuses
 * @throws PaymentsUnavailable
 */
export async function endPlanForLeaving(
  deps: PlanParts,
  userId: string,
  orNote: (kind: 'plan', providerId: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const row = await findLive(deps.db, userId);
  if (!row) return;
  const { provider_id: providerId } = row;
  const end = () =>
    deps.db
      .transaction()
      .execute((tx) => updateSubscription(tx, row.id, { status: 'ended', updated_at: instant(deps.clock) }));
  if (!providerId) return end();
  await orNote('plan', providerId, async () => {
    await deps.payments.cancelSubscription(providerId, row.id);
    await syncSubscription(deps, providerId);
  });
  // A plan that the provider continues is ended here all the same, so that it grants no hours.
  if ((await findLive(deps.db, userId))?.id === row.id) await end();
}
