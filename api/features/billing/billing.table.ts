declare module '../../db/database.ts' {
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
  /** What has really been given back so far. */
  refunded_cents: number;
  /** It was decided to give it back, since its plan was ended though it was paid; `made` until it comes back. */
  refund_state: 'due' | 'made' | null;
  /** Why the provider does not give it back: it waits for a person, and nothing is asked again by itself. */
  refund_trouble: string | null;
  /** How often a person had it asked for again. */
  refund_tries: number;
  /** 1: a person has given it back another way, whatever the provider says. */
  refund_by_hand: number;
  /** When the provider tries again by itself to have an open one paid. */
  next_attempt_at: string | null;
  currency: string;
  description: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billing_reason: string;
  hosted_invoice_url: string | null;
  period_start: string;
  period_end: string;
  created_at: string;
  /** Of a paid one alone. */
  paid_at: string | null;
}
