import type { PlanTier } from '../../../contract/rules/plans.ts';

declare module '../../../db/database.ts' {
  interface Database {
    subscriptions: SubscriptionTable;
    subscription_attempts: SubscriptionAttemptTable;
    plan_changes: PlanChangeTable;
  }
}

/** A member's plan, mirrored from the provider; a member has at most one live row. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  /** The provider's subscription; `null` until the provider has answered. */
  provider_id: string | null;
  /** The plan that the running period was paid for. */
  tier: PlanTier;
  /** The version of that plan. */
  version_id: string;
  /** The plan that the provider charges next; `null` if the plan ends with its period. */
  next_tier: PlanTier | null;
  /** The version of the plan that follows. */
  next_version_id: string | null;
  /** `starting` and `incomplete`: not a plan yet. `ended`: no longer one. */
  status: 'starting' | 'incomplete' | 'active' | 'past_due' | 'ended';
  current_period_start: string | null;
  current_period_end: string | null;
  cancel_at_period_end: number;
  /** 1 if the plan ends because its member's account is to be deleted, and not by the member's own choice. */
  leaving: number;
  /** Rises with each change of the columns above. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** A client's attempt to start a plan, by its Idempotency-Key. */
export interface SubscriptionAttemptTable {
  user_id: string;
  client_id: string;
  tier: PlanTier;
  /** The subscription in the answer; `null` until there was one. */
  subscription_id: string | null;
  created_at: string;
}

/** A requested change of a plan; a plan has at most one open one. Its id is the provider's idempotency key. */
export interface PlanChangeTable {
  id: string;
  subscription_id: string;
  kind: 'upgrade' | 'switch' | 'end' | 'resume';
  /** The wanted plan, at once or next. */
  tier: PlanTier;
  /** The version of it. */
  version_id: string;
  /** The agreed terms of an upgrade. */
  proration_at: string | null;
  amount_cents: number | null;
  /** The invoice of an upgrade, once the provider has answered. */
  invoice_id: string | null;
  status: 'open' | 'done' | 'dropped';
  created_at: string;
  updated_at: string;
}
