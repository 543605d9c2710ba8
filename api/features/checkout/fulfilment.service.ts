import { instant } from '../../clock.ts';
import type { OneTimeBookingForm } from '../../contract/forms.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { PaymentIntent } from '../../providers/payments/payments.ts';
import { bookPaid } from '../bookings/bookings.service.ts';
import {
  bookingOf,
  findByIntent,
  findPayment,
  keepIntent,
  lockPayment,
  updatePayment,
} from './checkout.repository.ts';
import type { PaymentTable } from './checkout.table.ts';
import { notesOf } from './details.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>;

export type Outcome =
  | { kind: 'booked'; bookingId: string }
  | { kind: 'refunded' }
  | { kind: 'open' }
  | { kind: 'canceled' }
  | { kind: 'unknown' };

/**
 * The one room behind both doors (design §5): reads the intent afresh, and books what it paid for exactly once,
 * however often and from wherever it is called. What cannot be booked is refunded once.
 * @param also runs in the transaction of the effect
 */
export async function fulfilPayment(
  parts: Parts,
  intentId: string,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Outcome> {
  const { db, clock, payments, log } = parts;
  const intent = await payments.readPaymentIntent(intentId);
  const payment = intent && (await paymentOf(parts, intent));
  if (!intent || !payment) {
    await db.transaction().execute(also);
    return { kind: 'unknown' };
  }
  if (intent.amountCents !== payment.amount_cents || intent.currency !== payment.currency) {
    log.error({ payment: payment.id }, 'an intent has another amount than its payment');
    throw new Refusal('conflict', 'This payment does not match its booking');
  }
  if (intent.status !== 'succeeded') {
    return db.transaction().execute(async (tx) => {
      await also(tx);
      const row = await lockPayment(tx, payment.id);
      if (row.status === 'booked') throw new Error('a booked payment is no longer paid');
      if (intent.status === 'canceled')
        await updatePayment(tx, row.id, { status: 'canceled', updated_at: instant(clock) });
      return { kind: intent.status === 'canceled' ? 'canceled' : 'open' };
    });
  }
  try {
    return await db.transaction().execute(async (tx) => {
      await also(tx);
      return book(tx, payment.id, instant(clock));
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ payment: payment.id, code: error.code }, 'paid, but it cannot be booked: refunding');
    await refundOnce(parts, payment, also);
    return { kind: 'refunded' };
  }
}

/** By the intent's id; by its metadata where the provider's answer was lost before it was kept. */
async function paymentOf({ db, clock }: Parts, intent: PaymentIntent): Promise<PaymentTable | undefined> {
  const known = await findByIntent(db, intent.id);
  if (known || !intent.metadata.paymentId) return known;
  const begun = await findPayment(db, intent.metadata.paymentId);
  if (!begun || begun.intent_id) return undefined;
  await keepIntent(db, begun.id, intent.id, instant(clock));
  return begun;
}

async function book(tx: Tx, paymentId: string, now: string): Promise<Outcome> {
  const row = await lockPayment(tx, paymentId);
  if (row.status === 'refunded') return { kind: 'refunded' };
  if (row.status === 'booked') {
    const bookingId = await bookingOf(tx, row.id);
    if (!bookingId) throw new Error('a booked payment has no booking');
    return { kind: 'booked', bookingId };
  }
  const details: OneTimeBookingForm = JSON.parse(row.details);
  const bookingId = await bookPaid(tx, {
    paymentId: row.id,
    userId: row.user_id,
    serviceId: row.service_id,
    scheduledDate: details.scheduledDate,
    notes: notesOf(details),
    priceCents: row.amount_cents,
    now,
  });
  await updatePayment(tx, row.id, { status: 'booked', paid_at: now, updated_at: now });
  return { kind: 'booked', bookingId };
}

/** The provider refunds an attempt once; our row follows. */
async function refundOnce(
  { db, clock, payments }: Parts,
  payment: PaymentTable,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!payment.intent_id) throw new Error('a payment without an intent cannot be refunded');
  await payments.refund({ paymentIntentId: payment.intent_id, attempt: payment.id });
  const now = instant(clock);
  await db.transaction().execute(async (tx) => {
    await also(tx);
    await updatePayment(tx, payment.id, { status: 'refunded', paid_at: now, updated_at: now });
  });
}
