declare module '../../db/database.ts' {
  interface Database {
    quotes: QuoteTable;
  }
}

/** The team's answer to a custom request; a new one takes the place of the one that was open. */
export interface QuoteTable {
  id: string;
  booking_id: string;
  kind: 'price' | 'hours';
  /** Of a price. */
  amount_cents: number | null;
  /** Of hours of the customer's plan. */
  minutes: number | null;
  /** The time that the team proposes; `null` where the customer's own stands. */
  scheduled_date: string | null;
  message: string | null;
  /** Whether it has expired is for the clock to say, not for this. */
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced';
  expires_at: string;
  created_by: string;
  /** The attempt's own id (Idempotency-Key), unique per sender. */
  client_id: string | null;
  created_at: string;
  /** When it was no longer open. */
  settled_at: string | null;
}
