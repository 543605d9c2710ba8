import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { locked, lockedIfFree } from '../../../db/open.ts';
import { noDetails } from './details.ts';
import type { PaymentTable } from './payments.table.ts';
import { leftByHand } from './refunds/refunds.service.ts';

/** Inserts the payment unless the same attempt was inserted before. */
export async function insertPayment(db: Db, row: PaymentTable): Promise<void> {
  await db
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .execute();
}

export function findPayment(db: Db, id: string): Promise<PaymentTable | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findByAttempt(db: Db, userId: string, clientId: string): Promise<PaymentTable | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export function findByIntent(db: Db, intentId: string): Promise<PaymentTable | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

/** The payment of a quote that was made or may still be made. */
export function findLiveOfQuote(db: Tx, quoteId: string): Promise<PaymentTable | undefined> {
  return ofQuote(db, quoteId, ['starting', 'awaiting', 'booked']).executeTakeFirst();
}

/** The open payments of a quote. */
export function selectOpenOfQuote(db: Db, quoteId: string): Promise<PaymentTable[]> {
  return ofQuote(db, quoteId, ['starting', 'awaiting']).execute();
}

/** The same for all quotes of a booking. */
export function selectOpenOfBooking(db: Db, bookingId: string): Promise<PaymentTable[]> {
  return db
    .selectFrom('quotes as q')
    .innerJoin('payments as p', 'p.quote_id', 'q.id')
    .selectAll('p')
    .where('q.booking_id', '=', bookingId)
    .where('p.status', 'in', ['starting', 'awaiting'])
    .execute();
}

/** Those of these payments that are open. */
export function selectOpenByIds(db: Db, ids: readonly string[]): Promise<PaymentTable[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', 'in', ['starting', 'awaiting'])
    .execute();
}

/** The same for all payments of a person. */
export function selectOpenOfPerson(db: Db, userId: string): Promise<PaymentTable[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['starting', 'awaiting'])
    .execute();
}

/** The payments of a booking that were made, oldest first. */
export function selectOfBooking(
  db: Db,
  booking: { id: string; user_id: string; payment_id: string | null },
): Promise<PaymentTable[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', booking.user_id)
    .where('status', 'in', ['booked', 'refunding', 'refunded'])
    .where((e) => e.or([e('id', '=', booking.payment_id ?? ''), e('past_booking_id', '=', booking.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Payments of a person that have another description than this one at the provider. */
export function selectOtherwiseDescribed(
  db: Db,
  p: { userId: string; description: string; rows: number },
): Promise<{ id: string; intent_id: string | null }[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'intent_id'])
    .where('user_id', '=', p.userId)
    .where('description', '!=', p.description)
    .orderBy('id')
    .limit(p.rows)
    .execute();
}

const ofQuote = (db: Db, quoteId: string, statuses: PaymentTable['status'][]) =>
  db.selectFrom('payments').selectAll().where('quote_id', '=', quoteId).where('status', 'in', statuses);

/** The payment, locked until the transaction ends. */
export function lockPayment(db: Tx, id: string): Promise<PaymentTable> {
  return locked(db, db.selectFrom('payments').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
}

/** The caller holds the payment's lock. */
export async function updatePayment(db: Tx, id: string, change: Updateable<PaymentTable>): Promise<void> {
  await db.updateTable('payments').set(change).where('id', '=', id).execute();
}

/** Stores the provider's first answer. */
export async function keepIntent(db: Db, id: string, intentId: string, now: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ intent_id: intentId, status: 'awaiting', updated_at: now })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute();
}

/** Open payments not checked since `before`; the longest unchecked first. */
export function selectOpenPayments(db: Db, before: string, limit: number): Promise<PaymentTable[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['starting', 'awaiting', 'refunding'])
    .where('refund_trouble', 'is', null)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

const stuckColumns = ['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'] as const;

/** Payments whose refund waits for a person. */
export function selectStuckPayments(db: Db, limit: number) {
  return db
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.description', 'p.refund_trouble', ...stuckColumns])
    .select(leftByHand('p', 'amount_cents'))
    .where('p.refund_trouble', 'is not', null)
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

/** Notes that a payment was checked. */
export async function touchPayment(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('payments').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Ends a payment that never had an intent. */
export async function endUnstarted(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'canceled', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'starting')
    .where('intent_id', 'is', null)
    .execute();
}

/**
 * Erases the details of payments that were cancelled before an instant and so cannot be made, at most `rows`.
 * @returns how many
 */
export async function emptyGivenUp(
  db: Tx,
  { before, rows }: { before: string; rows: number },
): Promise<number> {
  const old = db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('canceled'))
    .where('details', '!=', sql.lit(noDetails))
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(rows);
  const ids = (await lockedIfFree(db, old).execute()).map(({ id }) => id);
  if (ids.length)
    await db.updateTable('payments').set({ details: noDetails }).where('id', 'in', ids).execute();
  return ids.length;
}
