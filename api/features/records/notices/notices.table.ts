import type { TeamNewsKind } from '../../../contract/access/team-news.ts';

declare module '../../../db/database.ts' {
  interface Database {
    notices: NoticeTable;
    push_deliveries: PushDeliveryTable;
  }
}

/** A notice for a customer or a member of the team, by mail and by push. `due_at`, `attempts` and `sent_at` belong to the letter. */
export interface NoticeTable {
  /** Also the letter's id. */
  id: string;
  user_id: string;
  booking_id: string | null;
  kind: NoticeKind;
  /** The occasion, unique: none is announced twice. */
  occasion: string;
  /** JSON of the facts of the occasion, which are compared with the present ones at delivery. */
  content: string;
  attempts: number;
  /** The time of the next attempt, also if the process at work has died; `null` once nothing is left to do. */
  due_at: string | null;
  sent_at: string | null;
  created_at: string;
}

/**
 * The kind of a notice. Each has a preference of the member (spec §2, Preferences): a quote and a question about
 * hours share the booking updates', and an answer in the chat the messages'. Notices about money (receipts are of a kind
 * of their own) and the account are always sent.
 */
export type NoticeKind =
  | 'reminder'
  | 'booking_update'
  | 'team_message'
  | 'quote'
  | 'extra_hours'
  | 'chat_answer'
  | 'billing'
  | 'receipt'
  | 'account'
  | TeamNoticeKind;

/** News for a member of the team, by the choices that they make as such. */
export type TeamNoticeKind = `team_${TeamNewsKind}`;

/** The delivery of a notice to one browser. Each has a row, so that a crash between two sends neither twice. */
export interface PushDeliveryTable {
  notice_id: string;
  /** The subscription may be deleted meanwhile. */
  subscription_id: string;
  /** The same as the notice's own. */
  due_at: string | null;
  attempts: number;
  sent_at: string | null;
}
