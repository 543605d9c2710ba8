import { type FirstTier, plans, planTiers } from '../../contract/rules/plans.ts';
import type { PlanVersion } from '../../features/records/plans/plans.rules.ts';

/** The first version of one of the first plans, which every database has. */
export function firstVersion(tier: string): PlanVersion {
  const plan = plans[tier as FirstTier];
  const { name, priceCents, hours, concierge, features } = plan;
  const position = planTiers.indexOf(plan.id) + 1;
  const rights = { noticeHours: 0, horizonDays: null, sameDay: true };
  return { id: tier, tier, position, name, priceCents, minutes: hours * 60, concierge, features, rights };
}
