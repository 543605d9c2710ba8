import { type FirstTier, type Plan, plans, tierLabels } from '../../api/contract/rules/plans.ts';

/** The name of a plan, or the label of `none`. */
export const planName = (tier: string): string => tierLabels[tier as FirstTier] ?? tier;

/** The facts of a plan. */
export const planOf = (tier: string): Plan => plans[tier as FirstTier];
