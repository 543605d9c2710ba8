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

/**
 * What is to be asked of the provider next so that a plan becomes what is wanted, an upgrade apart; `null` once it is.
 * To name a plan is to want it to go on.
 */
export function missingStep(
  { tier, next_tier, cancel_at_period_end }: Standing & Pick<SubscriptionTable, 'cancel_at_period_end'>,
  wanted: { tier: PlanTier } | { cancelAtPeriodEnd: boolean },
): { kind: 'end' | 'resume' | 'switch'; tier: PlanTier } | null {
  const ends = cancel_at_period_end === 1;
  const shouldEnd = 'tier' in wanted ? false : wanted.cancelAtPeriodEnd;
  if (ends !== shouldEnd) return { kind: shouldEnd ? 'end' : 'resume', tier };
  if ('tier' in wanted && next_tier !== wanted.tier) return { kind: 'switch', tier: wanted.tier };
  return null;
}
