import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';

/** Plan bookings that are still to be done, with their minutes to be paid by card. */
const heldBy = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .leftJoin('past_hours as p', 'p.booking_id', 'b.id')
    .where('b.payment_type', '=', 'subscription')
    .where('b.unpaid_since', 'is', null)
    .where('b.status', 'in', ['pending', 'scheduled', 'in_progress']);

/** The sum of held minutes, without those to be paid by card. */
const held = sql<number | null>`sum(b.estimated_minutes - coalesce(p.minutes, 0))`.as('minutes');

export const selectHeldMinutes = prepared((db, p: { userId: string }) =>
  heldBy(db).select(held).where('b.user_id', '=', p.userId),
);

/** The minutes that each of this person's bookings holds, with its time. */
export const selectHolds = prepared((db, p: { userId: string }) =>
  heldBy(db)
    .select(['b.id', 'b.scheduled_date'])
    .select(sql<number>`b.estimated_minutes - coalesce(p.minutes, 0)`.as('minutes'))
    .where('b.user_id', '=', p.userId),
);

/** The sum of held minutes of each of these people. */
export async function selectHeldMinutesOf(
  db: Db,
  userIds: readonly string[],
): Promise<{ user_id: string; minutes: number | null }[]> {
  return heldBy(db)
    .select(['b.user_id', held])
    .where('b.user_id', 'in', userIds)
    .groupBy('b.user_id')
    .execute();
}
