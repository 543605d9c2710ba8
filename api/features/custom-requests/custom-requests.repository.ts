import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { wordIndex } from '../../db/word-index.ts';
import { firstScheduledDate } from '../bookings/bookings.table.ts';
import type { CustomRequestTable } from './custom-requests.table.ts';

/** Under which words requests are found. */
export const requestWords = wordIndex('request_words', 'booking_id');

/** What this attempt made: a request, or a booking of another kind, which has no request's columns. */
export function findAttempt(db: Db, userId: string, clientId: string) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select([
      'b.id',
      firstScheduledDate,
      // What it became since is the quote's.
      (e) => e.fn.coalesce('r.estimated_minutes', 'b.estimated_minutes').as('estimated_minutes'),
      'b.notes',
      'r.service_name',
      'r.description',
      'r.priority',
      'r.location',
      'r.contact_info',
    ])
    .where('b.user_id', '=', userId)
    .where('b.client_id', '=', clientId)
    .executeTakeFirst();
}

export async function insertRequest(tx: Tx, request: Insertable<CustomRequestTable>): Promise<void> {
  await tx.insertInto('custom_requests').values(request).execute();
}

/** Leaves of these requests their names, and what the team goes by. @returns those, as they are now */
export function emptyRequests(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<{ booking_id: string; service_name: string; description: string }[]> {
  return tx
    .updateTable('custom_requests')
    .set({ description: '', location: '', contact_info: '' })
    .where('booking_id', 'in', bookingIds)
    .returning(['booking_id', 'service_name', 'description'])
    .execute();
}
