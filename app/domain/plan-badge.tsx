import { type SubscriptionTier, tierLabels } from '../../api/contract/facts/plans.ts';

/** The plan's name; nothing without a plan (spec §2). */
export function PlanBadge({ tier }: { tier: SubscriptionTier }) {
  return tier === 'none' ? null : <span className="badge">{tierLabels[tier]} Plan</span>;
}
