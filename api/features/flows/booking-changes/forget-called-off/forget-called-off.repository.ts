import { sql } from 'kysely';
import type { Tx } from '../../../../db/database.ts';
import { lockedIfFree } from '../../../../db/open.ts';
import type { ContactGiven } from '../../../records/account/people-search/people-search.service.ts';
import { contactOf } from '../../../records/bookings/booking-details/booking-details.ts';

/** A place among cancelled bookings, the oldest first. */
export interface CalledOff {
  id: string;
  updated_at: string;
}

/** Bookings that were cancelled before an instant, without a card payment, after a place. */
export function selectCalledOff(
  db: Tx,
  { after, before, rows }: { after: CalledOff; before: string; rows: number },
): Promise<CalledOff[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'updated_at'])
    .where('status', '=', sql.lit('cancelled'))
    .where('payment_id', 'is', null)
    .where('updated_at', '<', before)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '>', tuple(after.updated_at, after.id)),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(rows)
    .execute();
}

/**
 * Erases the details of bookings that the team never agreed to and that used no hours, and the answers to the
 * questions of their services. @returns these bookings and their customers
 */
export async function emptyNeverAgreed(
  db: Tx,
  { ids, before }: { ids: readonly string[]; before: string },
): Promise<{ id: string; user_id: string }[]> {
  const never = db
    .selectFrom('bookings as b')
    .select(['b.id', 'b.user_id'])
    .where('b.id', 'in', ids)
    // A booking that was opened again since the first query is younger.
    .where('b.updated_at', '<', before)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('booking_details as d').select('d.booking_id').whereRef('d.booking_id', '=', 'b.id'),
        ),
        exists(
          selectFrom('booking_answers as a').select('a.booking_id').whereRef('a.booking_id', '=', 'b.id'),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking_status_changes as c')
            .select('c.id')
            .whereRef('c.booking_id', '=', 'b.id')
            .where('c.to_status', 'in', ['scheduled', 'in_progress', 'completed']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as h').select('h.id').whereRef('h.booking_id', '=', 'b.id'))),
    );
  const found = await lockedIfFree(db, never).execute();
  if (found.length) {
    const these = found.map(({ id }) => id);
    for (const table of ['booking_details', 'booking_answers'] as const)
      await db.deleteFrom(table).where('booking_id', 'in', these).execute();
  }
  return found;
}

/** What these people's bookings and requests say of telephone numbers and addresses. */
export async function selectContactsGiven(
  db: Tx,
  people: readonly string[],
): Promise<({ user_id: string } & ContactGiven)[]> {
  const [details, requests] = [
    await db
      .selectFrom('bookings as b')
      .innerJoin('booking_details as d', 'd.booking_id', 'b.id')
      .select(['b.user_id', 'd.phone', 'd.address', 'd.city', 'd.postal_code'])
      .where('b.user_id', 'in', people)
      .execute(),
    await db
      .selectFrom('bookings as b')
      .innerJoin('custom_requests as r', 'r.booking_id', 'b.id')
      .select(['b.user_id', 'r.contact_info as phone', 'r.location as place'])
      .where('b.user_id', 'in', people)
      .execute(),
  ];
  return [...details.map((row) => ({ user_id: row.user_id, ...contactOf(row) })), ...requests];
}
