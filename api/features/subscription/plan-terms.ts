import type { PlanTier } from '../../contract/plans.ts';

/** What an upgrade was shown to cost, and what it was reckoned on. */
export interface ShownTerms {
  subscriptionId: string;
  from: PlanTier;
  tier: PlanTier;
  /** The running period, in whose rest the dearer plan serves. */
  periodEnd: string;
  prorationAt: string;
  amountCents: number;
}

/** Terms as the text that is sealed (`sealOf`): by that they are known as shown by us, of the plan as it stands. */
export function textOfTerms(terms: ShownTerms): string {
  const { subscriptionId, from, tier, periodEnd, prorationAt, amountCents } = terms;
  return JSON.stringify([subscriptionId, from, tier, periodEnd, prorationAt, amountCents]);
}
