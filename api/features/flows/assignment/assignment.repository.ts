import type { Selectable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';

export const selectBooking = (db: Db, id: string): Promise<Selectable<BookingTable> | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether the customer of a booking wishes for the same person as last time. */
export async function wishesForLast(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking_details')
    .select('same_person')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return row?.same_person === 'yes';
}

/** How often each worker has been at a customer's: the visits of completed bookings. */
export async function countTimesAt(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('planned_visits as v', 'v.booking_id', 'b.id')
    .select(['v.worker_id', (e) => e.fn.countAll<number>().as('n')])
    .where('b.user_id', '=', userId)
    .where('b.status', '=', 'completed')
    .groupBy('v.worker_id')
    .execute();
  return new Map(rows.map(({ worker_id, n }) => [worker_id, Number(n)]));
}

/** The names and photos of all workers who are switched on, and of those who have the booking. */
export const selectFaces = (db: Db, bookingId: string) =>
  db
    .selectFrom('workers as w')
    .leftJoin('planned_visits as v', (on) =>
      on.onRef('v.worker_id', '=', 'w.id').on('v.booking_id', '=', bookingId),
    )
    .select(['w.id', 'w.name', 'w.colour', 'w.picture', 'v.id as visit_id'])
    .where((e) => e.or([e('w.active', '=', 1), e('v.id', 'is not', null)]))
    .execute();

/** The accounts of workers who sign in. */
export async function selectAccounts(db: Db, workerIds: readonly string[]): Promise<string[]> {
  if (workerIds.length === 0) return [];
  const rows = await db
    .selectFrom('workers')
    .select('user_id')
    .where('id', 'in', workerIds)
    .where('user_id', 'is not', null)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** The visits of a worker that touch a span and have not begun, the next first. */
export const selectVisitsWithin = (
  db: Db,
  p: { workerId: string; from: string; until: string; now: string; rows: number },
) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.booking_id'])
    .where('v.worker_id', '=', p.workerId)
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '<', p.until)
    .where('v.starts_at', '>', p.now)
    .where('b.status', 'in', ['pending', 'scheduled'])
    .orderBy('v.starts_at')
    .limit(p.rows)
    .execute();

/** The visits of a worker with their services, the next first, at most `rows`. */
const namedVisits = (db: Db, p: { workerId: string; rows: number }) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(['b.id as booking_id', 'v.starts_at'])
    .select(bookedName.as('service_name'))
    .where('v.worker_id', '=', p.workerId)
    .orderBy('v.starts_at')
    .limit(p.rows);

/** The visits of a worker that touch a span and are not over, with their services, the next first. */
export const selectVisitsIn = (
  db: Db,
  p: { workerId: string; now: string; from: string; until: string; rows: number },
) =>
  namedVisits(db, p)
    .select('b.status')
    .where('v.ends_at', '>', p.from)
    .where('v.ends_at', '>', p.now)
    .where('v.starts_at', '<', p.until)
    .where('b.status', 'in', ['pending', 'scheduled', 'in_progress'])
    .execute();

/** The planned visits of a worker that have not begun, the next first, at most `rows`. */
export const selectVisitsToCome = (
  db: Db,
  p: { workerId: string; now: string; until: string; rows: number },
) =>
  namedVisits(db, p)
    .select(['b.status', 'b.service_id', 'b.estimated_minutes', 's.category_id', 'v.postcode'])
    .where('v.starts_at', '>', p.now)
    .where('v.starts_at', '<', p.until)
    .where('b.status', 'in', ['pending', 'scheduled'])
    .execute();
