import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** The mark by which terms are known as shown by us, of this plan as it stands. */
export function sealOf(secret: string, terms: ShownTerms): string {
  const { subscriptionId, from, tier, periodEnd, prorationAt, amountCents } = terms;
  const text = JSON.stringify(['upgrade', subscriptionId, from, tier, periodEnd, prorationAt, amountCents]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function isSealed(secret: string, terms: ShownTerms, seal: string): boolean {
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(secret, terms))];
  return given.length === right.length && timingSafeEqual(given, right);
}
