import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { locked } from '../../db/open.ts';
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

/** Nothing of these is to be paid by card any more; none of it has been done yet. */
export async function endAgreements(tx: Tx, bookingIds: readonly string[], now: string): Promise<void> {
  if (!bookingIds.length) return;
  await tx
    .updateTable('past_hours')
    .set({ minutes: 0, amount_cents: 0, agreed_at: now })
    .where('booking_id', 'in', bookingIds)
    .execute();
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

/** What a person agreed to of bookings that were not called off, and has not paid; a payment where one is begun. */
export function selectUnpaid(
  db: Db,
  userId: string,
): Promise<{ booking_id: string; payment_id: string | null }[]> {
  return (
    db
      .selectFrom('past_hours as h')
      .innerJoin('bookings as b', 'b.id', 'h.booking_id')
      .leftJoin('payments as p', 'p.id', 'h.payment_id')
      .select(['h.booking_id', 'h.payment_id'])
      .where('h.user_id', '=', userId)
      // What was called off late is charged.
      .where((e) => e.or([e('b.status', '!=', 'cancelled'), e('h.charged_minutes', '>', 0)]))
      .where((e) =>
        e.or([e('h.minutes', '>', 0), e('h.extra_minutes', '>', 0), e('h.charged_minutes', '>', 0)]),
      )
      .where((e) => e.or([e('p.id', 'is', null), e('p.status', 'in', ['starting', 'awaiting'])]))
      .orderBy('h.booking_id')
      .execute()
  );
}

/** An agreement, which nobody else changes until the transaction ends. */
export function lockAgreement(tx: Tx, bookingId: string): Promise<PastHoursTable | undefined> {
  return locked(
    tx,
    tx.selectFrom('past_hours').selectAll().where('booking_id', '=', bookingId),
  ).executeTakeFirst();
}

/** What a booking's service is called; of a custom request, as its customer called it. */
export async function serviceNameOf(db: Db, bookingId: string): Promise<string> {
  const { name } = await db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select((e) => e.fn.coalesce('r.service_name', 's.name').as('name'))
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return name;
}

/** What was agreed to of a booking, and the payment that stands for it. */
export function findCharged(db: Db, bookingId: string) {
  return db
    .selectFrom('past_hours as h')
    .leftJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['h.minutes', 'h.amount_cents', 'h.charged_minutes', 'h.owed_since'])
    .select(['p.amount_cents as charged_cents', 'p.status as paid'])
    .where('h.booking_id', '=', bookingId)
    .executeTakeFirst();
}
