declare module '../../db/database.ts' {
  interface Database {
    payments: PaymentTable;
  }
}

/** A card payment of one service, or of a quote, from the first tap on. */
export interface PaymentTable {
  id: string;
  user_id: string;
  service_id: string;
  /** The quote that it pays, which is of a booking that exists; `null` where it makes a booking. */
  quote_id: string | null;
  /** The booking whose hours past the plan's it pays; `null` for all others. */
  past_booking_id: string | null;
  /** The provider's intent; `null` until the provider has answered. */
  intent_id: string | null;
  amount_cents: number;
  currency: string;
  description: string;
  /**
   * What is paid is `booked` at once. `refunding`: it is to be given back, since it could not be booked or its booking
   * was called off; once decided, that stays. `refunded`: so it was; a refund that comes back makes it `refunding`.
   */
  status: 'starting' | 'awaiting' | 'booked' | 'canceled' | 'refunding' | 'refunded';
  /** What has really been given back so far, also by hand in the provider's dashboard. */
  refunded_cents: number;
  /** Why the provider does not give it back: it waits for a person, and nothing is asked again by itself. */
  refund_trouble: string | null;
  /** How often a person had it asked for again. */
  refund_tries: number;
  /** 1: a person has given it back another way, whatever the provider says. */
  refund_by_hand: number;
  /** The details to book with (the one-time form, validated), JSON; none of a quote, or once they are kept no more. */
  details: string;
  /** The attempt's own id (Idempotency-Key), unique per user. */
  client_id: string | null;
  paid_at: string | null;
  created_at: string;
  updated_at: string;
}
