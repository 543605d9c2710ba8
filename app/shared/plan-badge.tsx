import type { SubscriptionTier } from '../../api/contract/rules/plans.ts';
import { oneText } from '../lib/one-text.ts';
import { planName } from './plan-facts.ts';

/** The plan's name; nothing without a plan (spec §2). */
export function PlanBadge({ tier }: { tier: SubscriptionTier }) {
  return tier === 'none' ? null : <span className="badge">{oneText`${planName(tier)} Plan`}</span>;
}
