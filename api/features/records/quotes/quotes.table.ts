declare module '../../../db/database.ts' {
  interface Database {
    quotes: QuoteTable;
  }
}

/** The team's answer to a custom request; a new one replaces the open one. */
export interface QuoteTable {
  id: string;
  booking_id: string;
  kind: 'price' | 'hours';
  /** The price; `null` for a quote in hours. */
  amount_cents: number | null;
  /** The minutes of the customer's plan; `null` for a price. */
  minutes: number | null;
  /** The time that the team proposes; `null` if the customer's own time stands. */
  scheduled_date: string | null;
  /** 1: the proposed time is a free one, which is looked for when the quote is accepted. */
  is_slot: number;
  /** The length of the free time's arrival window; `null` for all other times. */
  window_minutes: number | null;
  message: string | null;
  /** The status does not show an expiry, which only the clock decides. */
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced';
  expires_at: string;
  created_by: string;
  /** The attempt's own id (Idempotency-Key), unique per sender. */
  client_id: string | null;
  created_at: string;
  /** The time at which it stopped being open. */
  settled_at: string | null;
}
