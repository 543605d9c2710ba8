import type { Generated } from 'kysely';
import type { Priority } from '../../contract/priorities.ts';

declare module '../../db/database.ts' {
  interface Database {
    custom_requests: CustomRequestTable;
    request_words: RequestWordTable;
  }
}

/**
 * What was asked for beyond the catalogue: one row beside its booking, which holds the time and the length. What was
 * called off long ago and led to nothing has an empty description, location and contact.
 */
export interface CustomRequestTable {
  booking_id: string;
  service_name: string;
  description: string;
  priority: Priority;
  location: string;
  contact_info: string;
  /** As the customer put it, whatever was agreed since; `null` where it is its booking's. */
  estimated_minutes: number | null;
  /** Who is to do something about it: the team, its customer, or nobody any more. */
  state: Generated<'waiting' | 'answered' | 'settled'>;
  /** Its place among those that wait: the minute it was asked, then how urgent it is. */
  turn: Generated<string>;
  /** The team's newest quote. */
  quote_id: string | null;
  /** Until when that one stands, while it waits for its customer. */
  quote_until: string | null;
  /** When the team first answered: with a quote, by declining it, or by taking it on as it is. */
  answered_at: string | null;
}

/** A word under which the team finds a request (`api/core/words.ts`). */
export interface RequestWordTable {
  word: string;
  booking_id: string;
}
