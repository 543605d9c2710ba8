declare module '../../db/database.ts' {
  interface Database {
    notices: NoticeTable;
    push_deliveries: PushDeliveryTable;
  }
}

/** Something that a member is to be told, by mail and by push. `due_at`, `attempts` and `sent_at` are the letter's. */
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

/**
 * One for each of a member's choices (spec §2, Preferences), a quote and a question about more hours with the updates of
 * their booking, an answer in the chat with the messages of their bookings, and what of their money and of their account
 * they are told in any case.
 */
export type NoticeKind =
  | 'reminder'
  | 'booking_update'
  | 'team_message'
  | 'quote'
  | 'extra_hours'
  | 'chat_answer'
  | 'billing'
  | 'account';

/** A notice on its way to one browser: each by itself, so that a death between two sends to neither twice. */
export interface PushDeliveryTable {
  notice_id: string;
  /** Which may be gone. */
  subscription_id: string;
  /** As the notice's own. */
  due_at: string | null;
  attempts: number;
  sent_at: string | null;
}
