declare module '../../../db/database.ts' {
  interface Database {
    invoices: InvoiceTable;
  }
}

/** The provider's invoices of plans, mirrored so that billing never waits for the provider. */
export interface InvoiceTable {
  /** The provider's id. */
  id: string;
  user_id: string;
  subscription_id: string;
  amount_paid_cents: number;
  amount_due_cents: number;
  /** The sum that has really been refunded so far. */
  refunded_cents: number;
  /**
   * `due`: a refund was decided, because the plan was ended although it was paid. `made`: the refund was made and
   * has not failed.
   */
  refund_state: 'due' | 'made' | null;
  /** The reason why the provider does not refund. The refund waits for a person and is not retried automatically. */
  refund_trouble: string | null;
  /** The number of retries that people asked for. */
  refund_tries: number;
  /** 1: a person has refunded it in another way, whatever the provider says. */
  refund_by_hand: number;
  /** The sum that this person refunded, as in the payments' table. */
  by_hand_cents: number | null;
  /** The refunded sum up to which the team, or the time before refunds took hours, has left the hours. */
  hours_kept_cents: number;
  /** The time of the provider's next attempt at an unpaid invoice. */
  next_attempt_at: string | null;
  currency: string;
  description: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billing_reason: string;
  hosted_invoice_url: string | null;
  period_start: string;
  period_end: string;
  created_at: string;
  /** Only for a paid invoice. */
  paid_at: string | null;
}
