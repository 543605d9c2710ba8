import type { PlanTier } from '../../contract/plans.ts';

declare module '../../db/database.ts' {
  interface Database {
    past_hours: PastHoursTable;
  }
}

/** What a member agreed to pay by card of a booking that their hours did not cover when they made it. */
export interface PastHoursTable {
  booking_id: string;
  user_id: string;
  /** At most so many are paid for: hours that come later are used first. */
  minutes: number;
  /** Of work that took longer, what they agreed to pay since: beside the others, for as long as so much was done. */
  extra_minutes: number;
  /** Of `minutes`, as it was shown. */
  amount_cents: number;
  /** Of an hour. */
  hour_cents: number;
  /** The plan whose price that is. */
  tier: PlanTier;
  agreed_at: string;
  /** The payment that stands for it, once the work is done; `null` where none does, or no more. */
  payment_id: string | null;
  /** How much of the work that payment pays. */
  charged_minutes: number;
  /** Since when the card has refused it, or its bank asks; `null` where it is paid, or not tried yet. */
  owed_since: string | null;
}
