/** Something that a member is to be told by mail. */
export interface NoticeTable {
  /** The letter's id too. */
  id: string;
  user_id: string;
  booking_id: string | null;
  kind: NoticeKind;
  /** What it is about, once and for all: no occasion is told of twice. */
  occasion: string;
  /** JSON of what the occasion was, to be held against what is so when it is told. */
  content: string;
  attempts: number;
  /** When it is tried, or tried again if whoever is trying has died; `null` once nothing is to be done. */
  due_at: string | null;
  sent_at: string | null;
  created_at: string;
}

/** One for each of a member's choices (spec §2, Preferences), and what of their money they are told in any case. */
export type NoticeKind = 'reminder' | 'booking_update' | 'team_message' | 'billing';
