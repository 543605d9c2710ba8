import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { locked } from '../../db/open.ts';
import type { PaymentTable } from './checkout.table.ts';

/** Inserts unless the same attempt was inserted before. */
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

export function lockPayment(tx: Tx, id: string): Promise<PaymentTable> {
  return locked(tx, tx.selectFrom('payments').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
}

export async function updatePayment(db: Db, id: string, change: Updateable<PaymentTable>): Promise<void> {
  await db.updateTable('payments').set(change).where('id', '=', id).execute();
}

/** Keeps the provider's first answer. */
export async function keepIntent(db: Db, id: string, intentId: string, now: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ intent_id: intentId, status: 'awaiting', updated_at: now })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute();
}

/** Begun and not at an end, since before `before`; the longest unseen first. */
export function selectOpenPayments(db: Db, before: string, limit: number): Promise<PaymentTable[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['starting', 'awaiting', 'paid'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** The booking that a payment paid for. */
export async function bookingOf(db: Db, paymentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row?.id ?? null;
}
