import type { Expression, SqlBool } from 'kysely';
import { wantedWords, wordsOf } from '../../../core/words.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { requestWords } from './custom-requests.repository.ts';

/**
 * The custom requests that a text may mean: each of its words begins a word of the title or of the description,
 * ignoring case and accents.
 * @param limit the most ids returned: ask for one more to learn that there are more
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

/** Stores a request's words; call it in the transaction that stores the request. */
export const rememberRequest = (
  db: Tx,
  request: { booking_id: string; service_name: string; description: string },
): Promise<void> => requestWords.keep(db, request.booking_id, wordsOfRequest(request));

export const wordsOfRequest = (request: { service_name: string; description: string }): string[] =>
  wordsOf(`${request.service_name} ${request.description}`);
