import type { Db, Tx } from '../../../db/database.ts';
import { newPayment } from './new-payment.ts';
import { findPayment, insertPayment, lockPayment } from './payments.repository.ts';
import type { PaymentTable } from './payments.table.ts';

/** Begins the payment of work past its customer's hours; the caller holds the booking's lock. @returns its id */
export async function beginOveragePayment(
  db: Tx,
  wanted: {
    bookingId: string;
    userId: string;
    serviceId: string;
    amountCents: number;
    currency: string;
    description: string;
    now: string;
  },
): Promise<string> {
  const row = newPayment(
    {
      user_id: wanted.userId,
      service_id: wanted.serviceId,
      past_booking_id: wanted.bookingId,
      amount_cents: wanted.amountCents,
      currency: wanted.currency,
      description: wanted.description,
    },
    wanted.now,
  );
  await insertPayment(db, row);
  return row.id;
}

/** Whether an earlier charge for the same work was paid back, because the work turned out shorter or longer. */
export async function replacesCharge(db: Tx, row: PaymentTable): Promise<boolean> {
  const earlier = await db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('past_booking_id', '=', row.past_booking_id)
    .where('status', 'in', ['refunding', 'refunded'])
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** A person's charges for work past their hours that were paid since then, the earliest first. */
export const overagePaymentsSince = (
  db: Db,
  { userId, since }: { userId: string; since: string },
): Promise<Pick<PaymentTable, 'description' | 'amount_cents'>[]> =>
  db
    .selectFrom('payments')
    .select(['description', 'amount_cents'])
    .where('user_id', '=', userId)
    .where('past_booking_id', 'is not', null)
    .where('status', '=', 'booked')
    .where('paid_at', '>=', since)
    .orderBy('paid_at')
    .orderBy('id')
    .execute();

/** Whether the work is paid, and the payment was not taken back. */
export const isChargeInForce = async (db: Db, id: string): Promise<boolean> =>
  (await findPayment(db, id))?.status === 'booked';

export const readOveragePayment = (db: Db, id: string): Promise<PaymentTable | undefined> =>
  findPayment(db, id);

/** The payment, locked until the transaction ends. */
export const lockOveragePayment = (db: Tx, id: string): Promise<PaymentTable> => lockPayment(db, id);
