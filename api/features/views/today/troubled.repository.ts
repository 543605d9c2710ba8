import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';

interface Span {
  from: string;
  until: string;
  rows: number;
}

/** Visits that begin within a span, of workers who are switched off or whose granted leave touches the visit. */
export const selectAway = prepared((db, p: Span) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.booking_id', 'w.name', 'w.active'])
    // By each worker's index, which has the ends first.
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '>', p.from)
    .where('v.starts_at', '<=', p.until)
    .where('b.status', 'in', ['pending', 'scheduled'])
    .where((e) =>
      e.or([
        e('w.active', '=', 0),
        e.exists(
          e
            .selectFrom('worker_leave as l')
            .select('l.id')
            .whereRef('l.worker_id', '=', 'v.worker_id')
            .where('l.state', '=', 'granted')
            .whereRef('l.starts_at', '<', 'v.ends_at')
            .whereRef('l.ends_at', '>', 'v.starts_at'),
        ),
      ]),
    )
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(p.rows),
);

/** Visits that are not over and begin before the end of a span, by worker and time. */
export const selectSoonPlanned = prepared((db, p: Span) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.worker_id', 'v.booking_id', 'v.starts_at', 'v.ends_at', 'v.postcode', 'w.name'])
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '<=', p.until)
    .where('b.status', 'in', ['pending', 'scheduled', 'in_progress'])
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(p.rows),
);

/** The bookings with these ids, the next first, with their service and customer. */
export const selectTroubledBookings = async (
  db: Db,
  { ids, rows }: { ids: readonly string[]; rows: number },
) =>
  ids.length
    ? db
        .selectFrom('bookings as b')
        .innerJoin('services as s', 's.id', 'b.service_id')
        .innerJoin('users as u', 'u.id', 'b.user_id')
        .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
        .select(['b.id', 'b.scheduled_date'])
        .select(bookedName.as('service_name'))
        .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
        .where('b.id', 'in', ids)
        .orderBy('b.scheduled_date')
        .orderBy('b.id')
        .limit(rows)
        .execute()
    : [];
