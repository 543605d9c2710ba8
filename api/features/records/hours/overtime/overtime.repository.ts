import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Place } from '../../../../db/keyset.ts';
import { prepared } from '../../../../db/prepared.ts';
import { bookedName } from '../../catalogue/booked-name.ts';
import type { OvertimeTable } from './overtime.table.ts';

export type QuestionRow = Selectable<OvertimeTable>;

/** A booking's newest question that was not withdrawn. */
export const selectQuestion = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('extra_hours')
    .selectAll()
    .where('booking_id', '=', p.bookingId)
    .where('state', '!=', 'withdrawn')
    .orderBy('seq', 'desc')
    .limit(1),
);

export function findQuestion(db: Db, id: string): Promise<QuestionRow | undefined> {
  return db.selectFrom('extra_hours').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The caller holds the booking's lock. */
export async function insertQuestion(db: Tx, row: Omit<Insertable<OvertimeTable>, 'seq'>): Promise<void> {
  await db
    .insertInto('extra_hours')
    .values(({ selectFrom, fn, lit }) => ({
      ...row,
      seq: selectFrom('extra_hours')
        .select(({ eb }) => eb(fn.coalesce(fn.max<number>('seq'), lit(0)), '+', 1).as('next'))
        .where('booking_id', '=', row.booking_id),
    }))
    .execute();
}

/** The caller holds the booking's lock. */
export async function settleQuestion(
  db: Tx,
  id: string,
  change: Pick<OvertimeTable, 'state' | 'settled_at'>,
): Promise<void> {
  await db.updateTable('extra_hours').set(change).where('id', '=', id).execute();
}

/** Written exactly as in the index. With a bound value, the database could not know that the index applies. */
const isWaiting = sql<SqlBool>`x.state = 'waiting'`;

/** Questions that wait for customers, newest first, after a place in that order. */
export function selectWaiting(db: Db, after: Place, rows: number) {
  return db
    .selectFrom('extra_hours as x')
    .innerJoin('bookings as b', 'b.id', 'x.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'x.booking_id')
    .select(bookedName.as('service_name'))
    .select(['x.id', 'x.booking_id', 'x.user_id', 'x.from_minutes', 'x.to_minutes'])
    .select(['x.asked_at as created_at', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .where(isWaiting)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('x.asked_at', 'x.id'), '<', tuple(after.created_at, after.id)),
    )
    .orderBy('x.asked_at', 'desc')
    .orderBy('x.id', 'desc')
    .limit(rows)
    .execute();
}

/** Questions that have waited since this instant or longer, the oldest first. */
export function selectWaitingSince(db: Db, instant: string, rows: number) {
  return db
    .selectFrom('extra_hours as x')
    .select(['x.id', 'x.booking_id', 'x.user_id'])
    .where(isWaiting)
    .where('x.asked_at', '<=', instant)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes as d')
            .select('d.id')
            .whereRef('d.booking_id', '=', 'x.booking_id')
            .where('d.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('x.asked_at')
    .limit(rows)
    .execute();
}
