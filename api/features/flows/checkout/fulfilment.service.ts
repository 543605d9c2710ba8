import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { PaymentIntent } from '../../../providers/payments/payments.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { readMoves } from '../../records/bookings/agreed.service.ts';
import { noteForTeam } from '../../records/bookings/booked.service.ts';
import { bookPaid, findPaidBooking } from '../../records/bookings/bookings.service.ts';
import { readAnyBooking } from '../../records/bookings/locked.service.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { endOwed, lockCharged } from '../../records/hours/overage/agreements.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { sendReceipt } from '../../records/notices/receipts.service.ts';
import { noDetails, readDetails } from '../../records/payments/details.ts';
import { noteUnclear } from '../../records/payments/disputes/unclear/unclear.service.ts';
import { replacesCharge } from '../../records/payments/overage-payments.service.ts';
import {
  findByIntent,
  findPayment,
  lockPayment,
  updatePayment,
} from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { canBePaid, type Quoted, settlementOf } from '../../records/quotes/settlement.rules.ts';
import { lockQuoted, writeSettlement } from '../../records/quotes/settlement.service.ts';
import { dropHeld } from '../../records/visits/holds.service.ts';
import { makeRefund } from './refunds.service.ts';

export type Outcome =
  /** The payment was booked, even if the booking has been cancelled and refunded since. */
  | { kind: 'booked'; bookingId: string }
  | { kind: 'refunded' }
  /** The payment is not made, or not yet; `status` is the intent's own. */
  | { kind: 'open'; status: PaymentIntent['status'] }
  | { kind: 'canceled' }
  /** The intent is of none of our payments. */
  | { kind: 'unknown' };
type Settled =
  | Exclude<Outcome, { kind: 'unknown' }>
  | { kind: 'refunding'; bookingId: string | null }
  /** The payment was booked by this call. */
  | { kind: 'new'; bookingId: string };

export type FulfilmentParts = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>;

const nothing = async (_: Tx): Promise<void> => {};

/**
 * The one function behind both doors (design §5). It reads the intent afresh and books its payment exactly once,
 * however often and from wherever it is called. The payment creates a booking, settles a quote's booking, or pays
 * for work past the customer's hours. A payment that cannot be booked is refunded once; a refund that was decided
 * before is made.
 * @param also runs in the transaction of the effect
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function fulfilPayment(
  deps: FulfilmentParts,
  intentId: string,
  also: (tx: Tx) => Promise<void> = nothing,
): Promise<Outcome> {
  const { db, clock, payments, log, changes } = deps;
  const intent = await payments.readPaymentIntent(intentId);
  const payment = intent && (await paymentOf(db, intent));
  if (!intent || !payment) {
    await db.transaction().execute(also);
    return { kind: 'unknown' };
  }
  let isTeamsNews = false;
  const settled = await db.transaction().execute(async (tx) => {
    const quoted = payment.quote_id ? await lockQuoted(tx, payment.quote_id) : null;
    const charged = await lockCharged(tx, payment);
    const row = await lockPayment(tx, payment.id);
    const result = await settle(tx, row, { quoted, charged }, intent, instant(clock));
    const by = { readBy: intent.id, userId: payment.user_id, now: instant(clock) };
    isTeamsNews = await noteUnclear(tx, by, intent.unclear);
    if (result.kind !== 'refunding') await also(tx);
    return result;
  });
  if (isTeamsNews) disputesChanged(changes);
  if (settled.kind === 'new') {
    bookingChanged(changes, { id: settled.bookingId, userId: payment.user_id });
    planChanged(changes, payment.user_id);
    return { kind: 'booked', bookingId: settled.bookingId };
  }
  // A cancelled charge ends a debt.
  if (settled.kind === 'canceled' && payment.past_booking_id) {
    bookingChanged(changes, { id: payment.past_booking_id, userId: payment.user_id });
    planChanged(changes, payment.user_id);
  }
  if (settled.kind !== 'refunding') return settled;

  if (!settled.bookingId) log.warn({ payment: payment.id }, 'a payment cannot be booked and is refunded');
  await makeRefund(deps, payment.id, also);
  return refunded(settled.bookingId);
}

/** Finds the payment by the intent's id, or by the intent's metadata if the id was lost before it was stored. */
async function paymentOf(db: Db, intent: PaymentIntent): Promise<PaymentTable | undefined> {
  const known = await findByIntent(db, intent.id);
  if (known || !intent.metadata.paymentId) return known;
  const begun = await findPayment(db, intent.metadata.paymentId);
  return begun?.intent_id ? undefined : begun;
}

/** Decides the outcome of a locked payment. A decision stays: a payment to be refunded is never booked. */
async function settle(
  db: Tx,
  row: PaymentTable,
  { quoted, charged }: { quoted: Quoted | null; charged: boolean },
  intent: PaymentIntent,
  now: string,
): Promise<Settled> {
  const past = row.past_booking_id;
  if (row.status === 'booked')
    return { kind: 'booked', bookingId: past ?? quoted?.booking.id ?? (await book(db, row, now)) };
  if (row.status === 'refunded') return refunded(past ?? (await findPaidBooking(db, row.id)));
  if (row.status === 'refunding')
    return { kind: 'refunding', bookingId: past ?? (await findPaidBooking(db, row.id)) };
  const change = { intent_id: intent.id, updated_at: now };
  if (intent.status === 'canceled') {
    // The time of the cancellation starts the period for which the details are stored.
    if (row.status !== 'canceled') await updatePayment(db, row.id, { ...change, status: 'canceled' });
    if (past && charged) await endOwed(db, past);
    await dropHeld(db, { paymentId: row.id });
    return { kind: 'canceled' };
  }
  if (intent.status !== 'succeeded') {
    // The answer with the intent's id was lost; with the id the intent can be cancelled.
    if (!row.intent_id) await updatePayment(db, row.id, { ...change, status: 'awaiting' });
    return { kind: 'open', status: intent.status };
  }
  const asAgreed = intent.amountCents === row.amount_cents && intent.currency === row.currency;
  // The details of a payment abandoned long ago are erased, so it cannot be booked even if it was paid after all.
  const deliverable = past
    ? charged
    : quoted
      ? canBePaid(quoted, now)
      : row.details !== noDetails && (await isOffered(db, row.service_id));
  if (!asAgreed || !deliverable) {
    await dropHeld(db, { paymentId: row.id });
    await updatePayment(db, row.id, { ...change, status: 'refunding', paid_at: now });
    // A charge for work that was taken back is refunded without a notice, as one that was made earlier would be.
    if (past) return { kind: 'refunding', bookingId: past };
    const news = { what: 'refunded', description: row.description, amountCents: row.amount_cents } as const;
    await announceBilling(db, { occasion: `refund:${row.id}`, userId: row.user_id, news, now });
    return { kind: 'refunding', bookingId: null };
  }
  await updatePayment(db, row.id, { ...change, status: 'booked', paid_at: now });
  if (past) {
    await endOwed(db, past);
    await announceCharge(db, row, now);
    return { kind: 'new', bookingId: past };
  }
  const receipt = receiptOf(row, now);
  const to = { userId: row.user_id, now };
  if (!quoted) {
    const bookingId = await book(db, row, now);
    await sendReceipt(db, { ...to, news: { ...receipt, ...(await visitOf(db, bookingId)), isNew: true } });
    await noteForTeam(db, { bookingId, now });
    return { kind: 'new', bookingId };
  }
  const pays = { paymentId: row.id, priceCents: row.amount_cents };
  const moves = await readMoves(db, quoted.booking.id);
  await writeSettlement(db, quoted, settlementOf(quoted, moves, pays, now));
  const { id: bookingId } = quoted.booking;
  if (!(await hasGone(db, row.user_id)))
    await sendReceipt(db, { ...to, news: { ...receipt, ...(await visitOf(db, bookingId)), isNew: false } });
  return { kind: 'new', bookingId: quoted.booking.id };
}

/** The receipt of a payment for a booking. */
const receiptOf = (row: PaymentTable, now: string) =>
  ({
    what: 'paid',
    chargeId: row.id,
    paidAt: now,
    description: row.description,
    amountCents: row.amount_cents,
  }) as const;

/** The visit of a booking that has just been paid for, as its receipt shows it. */
async function visitOf(db: Tx, bookingId: string) {
  const { scheduled_date: visitAt, window_minutes } = await readAnyBooking(db, bookingId);
  return {
    ...{ bookingId, visitAt },
    ...(window_minutes !== null && { windowMinutes: window_minutes }),
  };
}

/** Tells a member that work past their hours was charged, as a rule in their absence. */
async function announceCharge(db: Tx, row: PaymentTable, now: string): Promise<void> {
  if (await hasGone(db, row.user_id)) return;
  const news = {
    what: 'work_paid',
    paymentId: row.id,
    paidAt: now,
    description: row.description,
    amountCents: row.amount_cents,
    replaces: await replacesCharge(db, row),
  } as const;
  await announceBilling(db, { occasion: `paid:${row.id}`, userId: row.user_id, news, now });
}

const refunded = (bookingId: string | null): Outcome & Settled =>
  bookingId ? { kind: 'booked', bookingId } : { kind: 'refunded' };

async function isOffered(db: Tx, serviceId: string): Promise<boolean> {
  try {
    await requireService(db, serviceId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false;
    throw error;
  }
}

/** Uses the details stored when the payment began, whatever a client sends later. */
function book(db: Tx, row: PaymentTable, now: string): Promise<string> {
  const { answers = [], ...details } = readDetails(row.details);
  return bookPaid(db, {
    paymentId: row.id,
    userId: row.user_id,
    serviceId: row.service_id,
    serviceName: row.description,
    serviceMinutes: row.service_minutes,
    scheduledDate: details.scheduledDate,
    details,
    // Empty answers were allowed and say nothing.
    answers: answers.filter(({ answer }) => answer !== ''),
    priceCents: row.amount_cents,
    now,
  });
}
