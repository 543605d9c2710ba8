declare module '../../../db/database.ts' {
  interface Database {
    hour_grants: HourGrantTable;
    given_hours: GivenHoursTable;
    hour_entries: HourEntryTable;
  }
}

/** The grant of a paid invoice, or of hours that the team gave; written once. */
export interface HourGrantTable {
  id: string;
  user_id: string;
  /** The provider's invoice, which grants once; for `given` hours the grant's own id. */
  invoice_id: string;
  /** `null` if it is no longer known, and for `given` hours. */
  subscription_id: string | null;
  /** A new period's hours, the hours that an upgrade adds within one, or hours that the team gave. */
  kind: 'period' | 'upgrade' | 'given';
  /** The plan that was paid for; empty for `given` hours. */
  tier: string;
  /** The version of the plan; empty for `given` hours. */
  version_id: string;
  /** 0 if the period had as many hours already; there is then no entry. */
  minutes: number;
  /** For `given` hours, the time from which they can be used until they expire. */
  period_start: string;
  period_end: string;
  /** Three months after its own period (design §4); for `given` hours the end of the day that the team chose. */
  expires_at: string;
  created_at: string;
}

/** The ledger: rows are added, never changed. */
export interface HourEntryTable {
  id: string;
  user_id: string;
  /** The order in which a member's entries were written: 1, 2, 3, … */
  seq: number;
  /** `null` for minutes used past the balance. */
  grant_id: string | null;
  booking_id: string | null;
  kind: 'grant' | 'use' | 'overage' | 'reversal' | 'frozen' | 'refunded';
  /** Signed: a grant adds, a use takes, a reversal returns exactly what its entry took. */
  minutes: number;
  /** The entry that a reversal takes back; each entry is reversed at most once. */
  reverses_id: string | null;
  /** The refunded sum of the invoice when a refund took the minutes; `null` for other kinds. */
  refunded_cents: number | null;
  /** The time of the event; for a use, of the work. */
  at: string;
  /** The time of writing; never before the entry before it. */
  recorded_at: string;
}

/** The words to the member about hours that the team gave, beside their grant. */
export interface GivenHoursTable {
  grant_id: string;
  user_id: string;
  reason: string;
  given_by: string;
  /** The attempt's own id (Idempotency-Key), unique per administrator. */
  client_id: string | null;
  created_at: string;
}
