import type { Generated } from 'kysely';
import type { Priority } from '../../../contract/rules/priorities.ts';

declare module '../../../db/database.ts' {
  interface Database {
    custom_requests: CustomRequestTable;
    request_words: RequestWordTable;
  }
}

/**
 * The details of a custom request, beside its booking, which holds the time and the length. A request without a
 * result that was cancelled long ago has an empty description, location and contact.
 */
export interface CustomRequestTable {
  booking_id: string;
  service_name: string;
  description: string;
  priority: Priority;
  location: string;
  contact_info: string;
  /** The customer's own estimate, whatever was agreed since; `null` if it equals the booking's. */
  estimated_minutes: number | null;
  /** The side that must act: `waiting` is the team, `answered` the customer, `settled` neither. */
  state: Generated<'waiting' | 'answered' | 'settled'>;
  /** The request's place among the waiting ones: the minute of the request, then its priority. */
  turn: Generated<string>;
  /** The team's newest quote. */
  quote_id: string | null;
  /** The expiry of that quote while it is open. */
  quote_until: string | null;
  /** The time of the team's first answer: a quote, a refusal, or taking the request on without a quote. */
  answered_at: string | null;
}

/** A word under which the team finds a request (`api/core/words.ts`). */
export interface RequestWordTable {
  word: string;
  booking_id: string;
}
