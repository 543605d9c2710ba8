declare module '../../db/database.ts' {
  interface Database {
    thread_answers: ThreadAnswerTable;
    request_answers: RequestAnswerTable;
    chat_answers: ChatAnswerTable;
  }
}

/**
 * How long a customer waited for the team in a booking's thread: a row from their first message on. The database
 * itself keeps it, within whatever stores a message; nobody else writes it.
 */
export interface ThreadAnswerTable {
  booking_id: string;
  asked_at: string;
  /** Until the team's first message after it; `null` while they wait. */
  waited_seconds: number | null;
}

/**
 * How long a customer waited for the team's first answer to a custom request: a row from the request on, as long as
 * an answer is or was waited for. The database itself keeps it, by what the request's own row says.
 */
export interface RequestAnswerTable {
  booking_id: string;
  asked_at: string;
  /** Until the first quote, or until it was declined or taken on without one; `null` while they wait. */
  waited_seconds: number | null;
}

/**
 * How long a customer waited for an answer in the live chat: a row from each first message that the team had not
 * answered. The database itself keeps it, as that of threads. Closing the conversation unanswered removes the row.
 */
export interface ChatAnswerTable {
  conversation_id: string;
  /** The place of the message. */
  seq: number;
  asked_at: string;
  /** Until the team's first message after it; `null` while they wait. */
  waited_seconds: number | null;
}
