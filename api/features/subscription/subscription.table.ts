import type { PlanTier } from '../../contract/plans.ts';

/** A plan of a member, mirrored from the provider; at most one live row each. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  /** The provider's subscription; `null` until the provider has answered. */
  provider_id: string | null;
  tier: PlanTier;
  /** `starting` and `incomplete` are not yet a plan; `ended` no longer is. */
  status: 'starting' | 'incomplete' | 'active' | 'past_due' | 'ended';
  current_period_start: string | null;
  current_period_end: string | null;
  cancel_at_period_end: number;
  created_at: string;
  updated_at: string;
}

/** A client's attempt to start a plan, by its Idempotency-Key. */
export interface SubscriptionAttemptTable {
  user_id: string;
  client_id: string;
  tier: PlanTier;
  /** What it was answered with; `null` until it was. */
  subscription_id: string | null;
  created_at: string;
}
