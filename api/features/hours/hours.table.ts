/** Minutes that a paid invoice gave. */
export interface HourGrantTable {
  id: string;
  user_id: string;
  /** The provider's invoice: it grants once. */
  invoice_id: string;
  tier: string;
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
  /** `null` for minutes used past the balance. */
  grant_id: string | null;
  booking_id: string | null;
  kind: 'grant' | 'use' | 'overage' | 'reversal';
  /** Signed: a grant adds, a use takes, a reversal gives back exactly what its entry took. */
  minutes: number;
  /** The entry that a reversal takes back; each at most once. */
  reverses_id: string | null;
  at: string;
}
