declare module '../../db/database.ts' {
  interface Database {
    hour_grants: HourGrantTable;
    hour_entries: HourEntryTable;
  }
}

/** What a paid invoice came to, once and for all. */
export interface HourGrantTable {
  id: string;
  user_id: string;
  /** The provider's invoice: it grants once. */
  invoice_id: string;
  /** `null` where it is no longer known. */
  subscription_id: string | null;
  /** A new period's hours, or what a dearer plan adds within one. */
  kind: 'period' | 'upgrade';
  tier: string;
  /** 0 where the period had as many already; there is then no entry. */
  minutes: number;
  period_start: string;
  period_end: string;
  /** Three months after its own period (design §4). */
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
  kind: 'grant' | 'use' | 'overage' | 'reversal' | 'frozen';
  /** Signed: a grant adds, a use takes, a reversal gives back exactly what its entry took. */
  minutes: number;
  /** The entry that a reversal takes back; each at most once. */
  reverses_id: string | null;
  /** When it happened: for a use, when the work was done. */
  at: string;
  /** When it was written; never before the entry before it. */
  recorded_at: string;
}
