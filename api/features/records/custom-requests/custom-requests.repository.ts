import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { wordIndex } from '../../../db/word-index.ts';
import { detailColumns } from '../bookings/booking-details/booking-details.table.ts';
import { firstScheduledDate } from '../bookings/bookings.table.ts';
import type { CustomRequestTable } from './custom-requests.table.ts';

/** The index of words by which requests are found. */
export const requestWords = wordIndex('request_words', 'booking_id');

/** The result of this attempt: a request, or another booking, which has no columns of a request. */
export function findAttempt(db: Db, userId: string, clientId: string) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .select(detailColumns)
    .select([
      'b.id',
      firstScheduledDate,
      // The customer's own estimate; the booking's may come from a quote.
      (e) => e.fn.coalesce('r.estimated_minutes', 'b.estimated_minutes').as('estimated_minutes'),
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

export async function insertRequest(db: Tx, request: Insertable<CustomRequestTable>): Promise<void> {
  await db.insertInto('custom_requests').values(request).execute();
}

/**
 * Erases these requests except for their titles and the columns that the team works by. @returns the requests
 * afterwards
 */
export function emptyRequests(
  db: Tx,
  bookingIds: readonly string[],
): Promise<{ booking_id: string; service_name: string; description: string }[]> {
  return db
    .updateTable('custom_requests')
    .set({ description: '', location: '', contact_info: '' })
    .where('booking_id', 'in', bookingIds)
    .returning(['booking_id', 'service_name', 'description'])
    .execute();
}
