declare module '../../../db/database.ts' {
  interface Database {
    thread_answers: ThreadAnswerTable;
    request_answers: RequestAnswerTable;
    chat_answers: ChatAnswerTable;
  }
}

/**
 * A customer's wait for the team in a booking's thread; the row exists from their first message. Triggers keep it in
 * the transaction that stores a message. An administrator ends a wait that needs no answer (`waive.service.ts`).
 */
export interface ThreadAnswerTable {
  booking_id: string;
  asked_at: string;
  /** The seconds until the team's first message after it; `null` while the customer waits. */
  waited_seconds: number | null;
  /** The time of the first message since the team's last one; `null` while nobody waits. */
  waiting_since: string | null;
}

/**
 * A customer's wait for the team's first answer to a custom request; the row exists from the request on, while it
 * waits or was answered. Triggers keep it from the request's own row.
 */
export interface RequestAnswerTable {
  booking_id: string;
  asked_at: string;
  /**
   * The seconds until the first quote, or until the request was declined or taken on without one; `null` while it
   * waits.
   */
  waited_seconds: number | null;
}

/**
 * A customer's wait for an answer in the live chat; one row for each first unanswered message. Triggers keep it, as
 * for threads. Closing the conversation unanswered deletes the row.
 */
export interface ChatAnswerTable {
  conversation_id: string;
  /** The place of the message. */
  seq: number;
  asked_at: string;
  /** The seconds until the team's first message after it; `null` while the customer waits. */
  waited_seconds: number | null;
}
