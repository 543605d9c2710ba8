import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { PastHoursTable } from './past-hours.table.ts';

export async function insertAgreement(tx: Tx, row: PastHoursTable): Promise<void> {
  await tx.insertInto('past_hours').values(row).execute();
}

export function findAgreement(db: Db, bookingId: string): Promise<PastHoursTable | undefined> {
  return db.selectFrom('past_hours').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();
}

/** The caller holds the booking's lock. */
export async function updateAgreement(
  tx: Tx,
  bookingId: string,
  change: Updateable<PastHoursTable>,
): Promise<void> {
  await tx.updateTable('past_hours').set(change).where('booking_id', '=', bookingId).execute();
}

/** What a member's card did not pay, the longest first. */
export const selectOwed = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('past_hours as h')
    .innerJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['h.booking_id', 'h.charged_minutes', 'p.amount_cents', 'p.description'])
    .where('h.user_id', '=', p.userId)
    .where('h.owed_since', 'is not', null)
    .orderBy('h.owed_since'),
);
