import type { PlanTier } from '../../contract/plans.ts';

declare module '../../db/database.ts' {
  interface Database {
    subscriptions: SubscriptionTable;
    subscription_attempts: SubscriptionAttemptTable;
    plan_changes: PlanChangeTable;
  }
}

/** A plan of a member, mirrored from the provider; at most one live row each. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  /** The provider's subscription; `null` until the provider has answered. */
  provider_id: string | null;
  /** What the running period was paid for. */
  tier: PlanTier;
  /** What the provider charges next; `null` where the plan ends with its period. */
  next_tier: PlanTier | null;
  /** `starting` and `incomplete` are not yet a plan; `ended` no longer is. */
  status: 'starting' | 'incomplete' | 'active' | 'past_due' | 'ended';
  current_period_start: string | null;
  current_period_end: string | null;
  cancel_at_period_end: number;
  /** 1 where it ends so because its member's account is to be deleted, not by a choice of theirs. */
  leaving: number;
  /** Goes up with each change of the above. */
  revision: number;
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

/** A change of a plan that was asked for; at most one open one each. Its id is the provider's idempotency key. */
export interface PlanChangeTable {
  id: string;
  subscription_id: string;
  kind: 'upgrade' | 'switch' | 'end' | 'resume';
  /** What the plan is to be, at once or next. */
  tier: PlanTier;
  /** The terms that an upgrade was agreed to on. */
  proration_at: string | null;
  amount_cents: number | null;
  /** What an upgrade is paid by, once the provider has said so. */
  invoice_id: string | null;
  status: 'open' | 'done' | 'dropped';
  created_at: string;
  updated_at: string;
}
