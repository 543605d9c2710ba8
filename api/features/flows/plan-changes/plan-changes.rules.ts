import { type PlanTier, plans } from '../../../contract/rules/plans.ts';
import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';

type Standing = Pick<SubscriptionTable, 'tier' | 'next_tier'>;

/**
 * The kind of a change of plan. An upgrade is charged and takes effect at once. A downgrade waits for the next
 * period. `keep` cancels a planned change.
 */
export function kindOfChange({ tier }: Standing, wanted: PlanTier): 'upgrade' | 'downgrade' | 'keep' {
  if (wanted === tier) return 'keep';
  return plans[wanted].priceCents > plans[tier].priceCents ? 'upgrade' : 'downgrade';
}

/** Whether another plan, or none, follows the running period. */
export const isChangeAhead = ({ tier, next_tier }: Standing): boolean => next_tier !== tier;

/**
 * The next step to ask of the provider so that a plan becomes the wanted one, upgrades apart; `null` if none is
 * left. Naming a plan also means that it continues.
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
