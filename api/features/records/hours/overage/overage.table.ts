import type { PlanTier } from '../../../../contract/rules/plans.ts';

declare module '../../../../db/database.ts' {
  interface Database {
    past_hours: OverageTable;
  }
}

/** A member's agreement to pay by card for the part of a booking that their hours did not cover. */
export interface OverageTable {
  booking_id: string;
  user_id: string;
  /** The most minutes that are paid; hours granted later are used first. */
  minutes: number;
  /**
   * Minutes of longer work that the member has agreed to pay since, beside the others, while so much work was done.
   */
  extra_minutes: number;
  /** The price of `minutes`, as shown. */
  amount_cents: number;
  /** The price of an hour. */
  hour_cents: number;
  /** The plan with that price. */
  tier: PlanTier;
  agreed_at: string;
  /** The payment for the done work; `null` if there is none, or none any more. */
  payment_id: string | null;
  /** The minutes that the payment pays. */
  charged_minutes: number;
  /** The time since which the card has refused or its bank asks; `null` if the work is paid, or not charged yet. */
  owed_since: string | null;
}
