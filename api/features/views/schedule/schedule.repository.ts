import { sql } from 'kysely';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';

/** A booking with its facts for the team's calendar. */
const placed = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('service_categories as c', 'c.id', 's.category_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(bookedName.as('service_name'))
    .select([
      'b.id',
      'b.status',
      'b.scheduled_date',
      'b.estimated_minutes',
      'b.actual_minutes',
      'c.id as category_id',
      'c.name as category_name',
      'c.color as category_color',
      'c.icon as category_icon',
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.email_verified',
    ]);

export type PlacedRow = Awaited<ReturnType<typeof selectPlaced>>[number];

export const selectPlaced = prepared((db, p: { id: string }) => placed(db).where('b.id', '=', p.id));

interface Span {
  from: string;
  to: string;
  rows: number;
}

/** Bookings that begin within a span, the earliest first, each with its place. */
const within = (db: Db, p: Span) =>
  placed(db)
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .leftJoin('service_slots as t', 't.service_id', 'b.service_id')
    .select(['b.window_minutes', 't.workers as needed', 'd.city', 'd.postal_code'])
    // A slow worker's visit ends later than the estimate says.
    .select((e) =>
      e
        .selectFrom('planned_visits as v')
        .select((v) => v.fn.max<string | null>('v.ends_at').as('end'))
        .whereRef('v.booking_id', '=', 'b.id')
        .as('visits_end'),
    )
    // A custom request has its place in its own row.
    .select((e) => e.fn.coalesce('d.address', 'r.location').as('address'))
    .where('b.scheduled_date', '>=', p.from)
    .where('b.scheduled_date', '<', p.to)
    .orderBy('b.scheduled_date')
    .orderBy('b.id')
    .limit(p.rows);

/** Bookings that begin within a span, without cancelled ones; `selectWholeSpan` includes them. */
export const selectSpan = prepared((db, p: Span) => within(db, p).where('b.status', '!=', 'cancelled'));
export const selectWholeSpan = prepared(within);

/** Work longer than a day; written exactly as in its index (`bookings_long`). */
const isLong = sql<boolean>`coalesce(b.actual_minutes, b.estimated_minutes) > 1440`;

/** The same for bookings longer than a day. */
export const selectLong = prepared((db, p: Span) =>
  within(db, p).where(isLong).where('b.status', '!=', 'cancelled'),
);
export const selectWholeLong = prepared((db, p: Span) => within(db, p).where(isLong));

export type CalendarRow = Awaited<ReturnType<typeof selectSpan>>[number];

/** The workers' visits to some bookings. */
export const selectVisitsTo = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom('planned_visits')
    .select(['booking_id', 'worker_id', 'starts_at', 'ends_at', 'postcode'])
    .where('booking_id', 'in', bookingIds)
    .orderBy('worker_id')
    .execute();

/** The times between two instants that customers hold at an instant. */
export const selectHeld = prepared((db, p: { now: string; from: string; to: string }) =>
  db
    .selectFrom('slot_holds as h')
    .innerJoin('planned_visits as v', 'v.hold_id', 'h.id')
    .select(['v.worker_id', 'v.starts_at', 'v.ends_at', 'v.postcode'])
    .where('h.expires_at', '>', p.now)
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '<', p.to)
    .orderBy('v.starts_at'),
);

/** The workers who are switched on, and these, by name. */
export const selectCrew = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('workers')
    .select(['id', 'name', 'colour', 'picture'])
    .where((e) => e.or([e('active', '=', 1), ...(ids.length ? [e('id', 'in', ids)] : [])]))
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Bookings under way, with the time of their beginning. */
export const selectInProgress = prepared((db, p: { rows: number }) =>
  placed(db)
    .select((e) =>
      e
        .selectFrom('booking_status_changes as x')
        .select('x.at')
        .whereRef('x.booking_id', '=', 'b.id')
        .where('x.to_status', '=', 'in_progress')
        .orderBy('x.seq', 'desc')
        .limit(1)
        .as('started_at'),
    )
    .where('b.status', '=', 'in_progress')
    .orderBy('b.scheduled_date')
    .orderBy('b.id')
    .limit(p.rows),
);

interface Waiting {
  status: BookingStatus;
  after: string;
  until: string;
  rows: number;
}

/** Bookings in one status whose time is within a span, the latest first. */
export const selectWaiting = prepared((db, p: Waiting) =>
  placed(db)
    .where('b.status', '=', p.status)
    .where('b.scheduled_date', '>', p.after)
    .where('b.scheduled_date', '<=', p.until)
    .orderBy('b.scheduled_date', 'desc')
    .orderBy('b.id', 'desc')
    .limit(p.rows),
);

/** The number of bookings completed within a span. */
export const countCompleted = prepared((db, p: { from: string; to: string }) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('completed_date', '>=', p.from)
    .where('completed_date', '<', p.to),
);
