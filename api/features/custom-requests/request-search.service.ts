import type { Expression, SqlBool } from 'kysely';
import { wantedWords, wordsOf } from '../../core/words.ts';
import type { Db, Tx } from '../../db/database.ts';
import { requestWords } from './custom-requests.repository.ts';

/**
 * The custom requests that a text means: each of its words begins one of what the customer called it, or of how they
 * described it, whatever the case and the accents.
 * @param limit how many ids are answered at most: ask for one more to learn that there are more
 * @returns bookings' ids in no order; none for a text without words
 */
export const requestsMatching = (db: Db, text: string, limit: number): Promise<string[]> =>
  requestWords.find(db, wantedWords(text), limit);

/** The same as a condition on a column of bookings' ids, for a query that walks a list and stops early. */
export const isRequestMatching = (bookingId: Expression<string>, text: string): Expression<SqlBool> =>
  requestWords.has(bookingId, wantedWords(text));

/** The same for a query that reads most of its list. */
export const isRequestAmong = (bookingId: Expression<string>, text: string): Expression<SqlBool> =>
  requestWords.isAmong(bookingId, wantedWords(text));

/** Has a request found by its words; in the transaction that stores it. */
export const rememberRequest = (
  tx: Tx,
  request: { booking_id: string; service_name: string; description: string },
): Promise<void> => requestWords.keep(tx, request.booking_id, wordsOfRequest(request));

export const wordsOfRequest = (request: { service_name: string; description: string }): string[] =>
  wordsOf(`${request.service_name} ${request.description}`);
