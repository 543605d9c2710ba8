import { type SubscriptionTier, tierLabels } from '../../api/contract/rules/plans.ts';
import { oneText } from '../lib/one-text.ts';

/** The plan's name; nothing without a plan (spec §2). */
export function PlanBadge({ tier }: { tier: SubscriptionTier }) {
  return tier === 'none' ? null : <span className="badge">{oneText`${tierLabels[tier]} Plan`}</span>;
}
