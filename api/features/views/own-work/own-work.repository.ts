import type { Db } from '../../../db/database.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';

/** The planned visits of the worker who signs in with an account, which begin within a span, in order. */
export const selectOwnVisits = (db: Db, p: { userId: string; from: string; until: string; rows: number }) =>
  db
    .selectFrom('workers as w')
    .innerJoin('planned_visits as v', 'v.worker_id', 'w.id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .select(['v.id', 'v.starts_at', 'v.ends_at', 'v.postcode', 'b.status', 'd.city'])
    .select('b.window_minutes')
    .select(bookedName.as('service_name'))
    .where('w.user_id', '=', p.userId)
    .where('v.starts_at', '>=', p.from)
    .where('v.starts_at', '<', p.until)
    .where('b.status', '<>', 'cancelled')
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(p.rows)
    .execute();
