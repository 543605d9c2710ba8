declare module '../../../../db/database.ts' {
  interface Database {
    disputes: DisputeTable;
  }
}

/** A payment that a cardholder disputes at their bank. */
export interface DisputeTable {
  id: string;
  provider_id: string;
  /** The provider's intent of the payment. */
  intent_id: string;
  user_id: string;
  payment_id: string | null;
  /** The booking that was paid; `null` if the payment booked nothing. */
  booking_id: string | null;
  /** For a plan: the invoice whose hours are concerned. */
  invoice_id: string | null;
  amount_cents: number;
  /** The bank's own word for the reason, such as `product_not_received`. */
  reason: string;
  /** Only `open` freezes; see `Dispute` of the provider. */
  state: 'open' | 'inquiry' | 'unknown' | 'won' | 'lost';
  /** The bank's deadline for an answer. */
  answer_by: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}
