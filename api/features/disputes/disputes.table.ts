declare module '../../db/database.ts' {
  interface Database {
    disputes: DisputeTable;
  }
}

/** What a cardholder told their bank that they do not owe. */
export interface DisputeTable {
  id: string;
  provider_id: string;
  /** The provider's intent that took the money. */
  intent_id: string;
  user_id: string;
  payment_id: string | null;
  /** What the payment booked; `null` where it booked nothing. */
  booking_id: string | null;
  /** Of a plan: the invoice, whose hours it is about. */
  invoice_id: string | null;
  amount_cents: number;
  /** The bank's own word, such as `product_not_received`. */
  reason: string;
  state: 'open' | 'won' | 'lost';
  /** Until when the bank takes an answer. */
  answer_by: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}
