/** A card payment of one service, from the first tap on. */
export interface PaymentTable {
  id: string;
  user_id: string;
  service_id: string;
  /** The provider's intent; `null` until the provider has answered. */
  intent_id: string | null;
  amount_cents: number;
  currency: string;
  description: string;
  /** `paid`: it was paid and can't be booked, so it is being refunded; what could be is `booked` at once. */
  status: 'starting' | 'awaiting' | 'paid' | 'booked' | 'canceled' | 'refunded';
  /** The details to book with (the one-time form, validated), JSON. */
  details: string;
  /** The attempt's own id (Idempotency-Key), unique per user. */
  client_id: string | null;
  paid_at: string | null;
  created_at: string;
  updated_at: string;
}
