import { type PlanTier, plans } from '../../contract/plans.ts';
import type { SubscriptionTable } from './subscription.table.ts';

type Standing = Pick<SubscriptionTable, 'tier' | 'next_tier'>;

/**
 * What going to a plan is, for whoever has another: an upgrade is charged and serves at once, a downgrade waits for
 * the next period, and to keep the plan that runs takes back what was to follow it.
 */
export function kindOfChange({ tier }: Standing, wanted: PlanTier): 'upgrade' | 'downgrade' | 'keep' {
  if (wanted === tier) return 'keep';
  return plans[wanted].priceCents > plans[tier].priceCents ? 'upgrade' : 'downgrade';
}

/** Whether something else than the same plan is to follow. */
export const isChangeAhead = ({ tier, next_tier }: Standing): boolean => next_tier !== tier;
