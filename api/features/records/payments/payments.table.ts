declare module '../../../db/database.ts' {
  interface Database {
    payments: PaymentTable;
    card_keys: CardKeysTable;
  }
}

/** The one row about the card provider's keys. */
export interface CardKeysTable {
  id: 1;
  /** The mode of the keys with which the customers and payments of this database were made. */
  mode: 'sandbox' | 'test' | 'live';
}

/** A card payment of a service or a quote, from the first tap on. */
export interface PaymentTable {
  id: string;
  user_id: string;
  service_id: string;
  /** The service's length as its customer saw it, in minutes; `null` if the payment creates no booking. */
  service_minutes: number | null;
  /** The quote that is paid, which has a booking already; `null` if the payment creates a booking. */
  quote_id: string | null;
  /** The booking whose hours past the plan's are paid; `null` for all others. */
  past_booking_id: string | null;
  /** The provider's intent; `null` until the provider has answered. */
  intent_id: string | null;
  amount_cents: number;
  currency: string;
  description: string;
  /**
   * `booked`: paid and booked, in one step. `refunding`: a refund is decided, because the payment could not be
   * booked or its booking was cancelled; the decision stays. `refunded`: the refund was made; if it fails, the
   * status is `refunding` again.
   */
  status: 'starting' | 'awaiting' | 'booked' | 'canceled' | 'refunding' | 'refunded';
  /** The sum that has really been refunded so far, also by hand in the provider's dashboard. */
  refunded_cents: number;
  /** The reason why the provider does not refund. The refund waits for a person and is not retried automatically. */
  refund_trouble: string | null;
  /** The number of retries that people asked for. */
  refund_tries: number;
  /** 1: a person has refunded it in another way, whatever the provider says. */
  refund_by_hand: number;
  /**
   * The sum that this person refunded: what was neither refunded at the provider, nor under way there. `null` beside
   * `refund_by_hand`: an older release noted none, and it counts as all that the provider has not refunded.
   */
  by_hand_cents: number | null;
  /**
   * The details to book with, as JSON: the one-time form, validated. Empty for a quote, and after their period of
   * storage.
   */
  details: string;
  /** The attempt's own id (Idempotency-Key), unique per user. */
  client_id: string | null;
  paid_at: string | null;
  created_at: string;
  updated_at: string;
}
