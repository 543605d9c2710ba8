import { instant } from '../../clock.ts';
import type { BookingDetail } from '../../contract/entities.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { findPayment, lockPayment, updatePayment } from './checkout.repository.ts';
import type { PaymentTable } from './checkout.table.ts';

export type PaymentState = NonNullable<BookingDetail['payment']>;

const states: Partial<Record<PaymentTable['status'], PaymentState['status']>> = {
  booked: 'paid',
  refunding: 'refunding',
  refunded: 'refunded',
};

/** What became of a payment; `null` while it is not made. */
export async function readPaymentState(db: Db, id: string): Promise<PaymentState | null> {
  const payment = await findPayment(db, id);
  const status = payment && states[payment.status];
  return status ? { amountCents: payment.amount_cents, status } : null;
}

/**
 * Decides that a payment that booked something is given back. It stays decided: whatever becomes of this process,
 * the reconciler finds it. The caller makes the refund after its transaction, and holds the booking's lock.
 * @returns whether there is anything to give back
 */
export async function decideRefund(tx: Tx, id: string, now: string): Promise<boolean> {
  const payment = await lockPayment(tx, id);
  if (payment.status === 'booked') await updatePayment(tx, id, { status: 'refunding', updated_at: now });
  return payment.status === 'booked' || payment.status === 'refunding';
}

/**
 * Makes a refund that was decided; the payment's own id is its attempt, so that it happens once however often and
 * from wherever this is called.
 * @param also runs in the transaction that notes it
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function makeRefund(
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  id: string,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const decided = await findPayment(db, id);
  if (decided?.status === 'refunding') {
    if (!decided.intent_id) throw new Error('A payment was made without an intent');
    await payments.refund({ paymentIntentId: decided.intent_id, attempt: id });
  }
  await db.transaction().execute(async (tx) => {
    const { status } = await lockPayment(tx, id);
    if (status === 'refunding')
      await updatePayment(tx, id, { status: 'refunded', updated_at: instant(clock) });
    await also(tx);
  });
}

/** The same for whoever has done their part already: what fails now is left to the reconciler. */
export async function tryRefund(
  parts: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
  id: string,
): Promise<void> {
  try {
    await makeRefund(parts, id);
  } catch (err) {
    parts.log.warn({ err, payment: id }, 'a refund was not made; the reconciler asks again');
  }
}
