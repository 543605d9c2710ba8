import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';

export interface Visit {
  id: string;
  user_id: string;
  scheduled_date: string | null;
  /** The time of the last agreement on the visit's time: booked, scheduled by the team, or moved. */
  agreed_at: string;
}

export const reminderOccasion = (bookingId: string, scheduledDate: string): string =>
  `reminder:${bookingId}:${scheduledDate}`;
/** The same as an SQL expression. */
const occasionOf = (booking: { id: unknown; scheduledDate: unknown }) =>
  sql<string>`'reminder:' || ${booking.id} || ':' || ${booking.scheduledDate}`;

/** Scheduled visits that begin within these bounds and whose time has no reminder yet. */
export async function selectUnreminded(db: Db, after: string, until: string): Promise<Visit[]> {
  const rows = await db
    .selectFrom('bookings as b')
    .select((e) => [
      'b.id',
      'b.user_id',
      'b.scheduled_date',
      'b.created_at',
      e
        .selectFrom('booking_status_changes as c')
        .select((f) => f.fn.max('c.at').as('at'))
        .whereRef('c.booking_id', '=', 'b.id')
        .where('c.to_status', '=', 'scheduled')
        .as('scheduled_at'),
      sql<string | null>`(select max(m.at) from booking_moves m where m.booking_id = ${e.ref('b.id')})`.as(
        'moved_at',
      ),
    ])
    .where('b.status', '=', 'scheduled')
    .where('b.scheduled_date', '>', after)
    .where('b.scheduled_date', '<=', until)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('notices as n')
            .select('n.id')
            .where(
              'n.occasion',
              '=',
              occasionOf({ id: e.ref('b.id'), scheduledDate: e.ref('b.scheduled_date') }),
            ),
        ),
      ),
    )
    .orderBy('b.scheduled_date')
    .execute();
  return rows.map(({ created_at, scheduled_at, moved_at, ...visit }) => ({
    ...visit,
    agreed_at: [created_at, scheduled_at ?? '', moved_at ?? ''].reduce((a, b) => (a > b ? a : b)),
  }));
}
