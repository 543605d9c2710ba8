import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { locked } from '../../../../db/open.ts';
import { prepared } from '../../../../db/prepared.ts';
import { bookedName } from '../../catalogue/booked-name.ts';
import type { OverageTable } from './overage.table.ts';

export async function insertAgreement(db: Tx, row: OverageTable): Promise<void> {
  await db.insertInto('past_hours').values(row).execute();
}

export function findAgreement(db: Db, bookingId: string): Promise<OverageTable | undefined> {
  return db.selectFrom('past_hours').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();
}

/** The caller holds the booking's lock. */
export async function updateAgreement(
  db: Tx,
  bookingId: string,
  change: Updateable<OverageTable>,
): Promise<void> {
  await db.updateTable('past_hours').set(change).where('booking_id', '=', bookingId).execute();
}

/** Ends these agreements; no work of them has been done yet. */
export async function endAgreements(db: Tx, bookingIds: readonly string[], now: string): Promise<void> {
  if (!bookingIds.length) return;
  await db
    .updateTable('past_hours')
    .set({ minutes: 0, amount_cents: 0, agreed_at: now })
    .where('booking_id', 'in', bookingIds)
    .execute();
}

/** Work that a member's card did not pay, the longest owed first. */
export const selectOwed = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('past_hours as h')
    .innerJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['h.booking_id', 'h.charged_minutes', 'p.amount_cents', 'p.description'])
    .where('h.user_id', '=', p.userId)
    .where('h.owed_since', 'is not', null)
    .orderBy('h.owed_since'),
);

/** The same for the team, at most `rows`, each with the number and the sum of all. */
export const selectOwedWork = prepared((db, p: { userId: string; rows: number }) =>
  db
    .selectFrom('past_hours as h')
    .innerJoin('payments as p', 'p.id', 'h.payment_id')
    .innerJoin('bookings as b', 'b.id', 'h.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(['h.booking_id', 'h.charged_minutes', 'p.amount_cents'])
    .select(({ fn }) => [
      bookedName.as('service'),
      fn.countAll<number>().over().as('count'),
      fn.sum<number>('p.amount_cents').over().as('sum_cents'),
    ])
    .where('h.user_id', '=', p.userId)
    .where('h.owed_since', 'is not', null)
    .orderBy('h.owed_since')
    .orderBy('h.booking_id')
    .limit(p.rows),
);

/** A person's unpaid agreements about bookings that were not cancelled, with the payment if one is begun. */
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
      // A late cancellation is charged.
      .where((e) => e.or([e('b.status', '!=', 'cancelled'), e('h.charged_minutes', '>', 0)]))
      .where((e) =>
        e.or([e('h.minutes', '>', 0), e('h.extra_minutes', '>', 0), e('h.charged_minutes', '>', 0)]),
      )
      .where((e) => e.or([e('p.id', 'is', null), e('p.status', 'in', ['starting', 'awaiting'])]))
      .orderBy('h.booking_id')
      .execute()
  );
}

/** An agreement, locked until the transaction ends. */
export function lockAgreement(db: Tx, bookingId: string): Promise<OverageTable | undefined> {
  return locked(
    db,
    db.selectFrom('past_hours').selectAll().where('booking_id', '=', bookingId),
  ).executeTakeFirst();
}

/** The name of a booking's service; for a custom request, its customer's own title. */
export async function serviceNameOf(db: Db, bookingId: string): Promise<string> {
  const { name } = await db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(bookedName.as('name'))
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return name;
}

/** The agreement about a booking, and its payment. */
export function findCharged(db: Db, bookingId: string) {
  return db
    .selectFrom('past_hours as h')
    .leftJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['h.minutes', 'h.amount_cents', 'h.charged_minutes', 'h.owed_since'])
    .select(['p.amount_cents as charged_cents', 'p.status as paid'])
    .where('h.booking_id', '=', bookingId)
    .executeTakeFirst();
}
