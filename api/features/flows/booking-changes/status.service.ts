import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import type { StatusConsequence } from '../../../contract/calls/admin-booking-calls.ts';
import type { BookingDetail, BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { requireUser } from '../../records/account/account.service.ts';
import { gone, holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { recordStep, updateBooking } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import { refuseUnpaid } from '../../records/bookings/unpaid/unpaid.rules.ts';
import { freeForWork } from '../../records/hours/held/free-hours.service.ts';
import { holdLedger, readUses, settleBooking } from '../../records/hours/hours.service.ts';
import {
  type Asking,
  divideHours,
  settleAsking,
  waitingAfter,
} from '../../records/hours/overtime/ask.service.ts';
import { announceStatus, isTold } from '../../records/notices/notices.service.ts';
import { refuseDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { giveUpBookingPayments } from '../checkout/quote-payments.service.ts';
import { decideRefund, readPaymentState, tryRefund } from '../checkout/refunds.service.ts';
import { mailbox } from '../delivery/news.service.ts';
import { carryOut, type Settled, settleOverage } from '../overage-charges/charges.service.ts';
import { readBooking } from './detail.service.ts';

interface Wanted {
  status: BookingStatus;
  /** `undefined` leaves the hours to the rule below, `null` clears them. */
  actualHours?: number | null | undefined;
  /** The reason for work longer than estimated; `null` if none is needed yet. */
  reason?: string | null | undefined;
}

/**
 * Sets a booking's status, from any to any (spec §4), and its actual hours. Completing without hours uses those
 * entered earlier, or else the estimate. Leaving completed clears them. The use of the member's hours follows in the
 * same transaction; an agreed card payment is charged or refunded after it. A repeat changes nothing. Hours past the
 * estimate need the customer's consent (`divideHours`); until then the booking is completed with the estimate.
 * A cancellation by the team gives everything back at any time: hours, and a card payment, which is refunded.
 * Payments begun for a quote are cancelled.
 * Leaving cancelled reverses the hours and the charge of a late cancellation. A decided refund stays, and the
 * booking goes on unpaid. Work for a customer whose account is being deleted can be finished or cancelled, but not
 * reopened.
 * @param wanted.seenStatus the status that the administrator saw; another's change since then is not overwritten
 * @param wanted.seenPayment the payment type that they saw; the customer's consent can change it without the status
 * @throws Refusal, with nothing done: `not_found`, `conflict` (also if the customer's account is being deleted),
 * `plan_required` (not paid), `disputed`, `invalid_input` (a reason is missing). The contract asks for the permission
 */
export async function setBookingStatus(
  parts: Pick<Deps, 'db' | 'clock' | 'env' | 'payments' | 'log' | 'changes'>,
  person: Person,
  id: string,
  wanted: Wanted & { seenStatus?: BookingStatus | undefined; seenPayment?: PaymentType | undefined },
): Promise<BookingDetail> {
  const { db, clock, env } = parts;
  const done = await db.transaction().execute(async (tx) => {
    const now = clock.now().toISOString();
    const booking = await lockAnyBooking(tx, id);
    const next = await nextOf(tx, booking, wanted, now);
    if (!next.isNew) return null;
    const { seenStatus = booking.status, seenPayment = booking.payment_type } = wanted;
    if (seenStatus !== booking.status || seenPayment !== booking.payment_type)
      throw new Refusal('conflict', 'Somebody has changed this booking meanwhile. Please look at it again.');
    const { repays, past } = await apply(tx, booking, next, { person, now, currency: env.CURRENCY });
    const { asked } = waitingAfter(next.asking);
    await recordAct(tx, {
      actorId: person.id,
      act: 'booking_status_set',
      subject: { kind: 'booking', id },
      userId: booking.user_id,
      details: {
        from: booking.status,
        to: next.status,
        fromMinutes: booking.actual_minutes,
        toMinutes: next.actual_minutes,
        ...(asked > 0 && { askedMinutes: asked }),
        refunded: repays,
      },
      now,
    });
    return { userId: booking.user_id, refundOf: repays ? booking.payment_id : null, past };
  });
  if (done) bookingChanged(parts.changes, { id, userId: done.userId });
  if (done?.refundOf) await tryRefund(parts, done.refundOf);
  if (done?.past) await carryOut(parts, done.past);
  if (wanted.status === 'cancelled') await giveUpBookingPayments(parts, id);
  return readBooking(parts, person, id);
}

/**
 * The effects of setting a status, found by setting it in a transaction that is rolled back.
 * @throws Refusal `not_found`, `conflict` (the account is being deleted), `plan_required`, `disputed`; the contract asks for the permission
 */
export async function previewBookingStatus(
  { db, clock, mail, env }: Pick<Deps, 'db' | 'clock' | 'mail' | 'env'>,
  person: Person,
  id: string,
  wanted: Wanted,
): Promise<StatusConsequence> {
  const tx = await db.startTransaction().execute();
  try {
    const now = clock.now().toISOString();
    const booking = await lockAnyBooking(tx, id);
    const next = await nextOf(tx, booking, { ...wanted, reason: null }, now);
    const before = await readUses(tx, id);
    const paid = booking.payment_id ? await readPaymentState(tx, booking.payment_id) : null;
    const did = next.isNew ? await apply(tx, booking, next, { person, now, currency: env.CURRENCY }) : null;
    const after = await readUses(tx, id);
    const waits = waitingAfter(next.asking);
    const used = after.usedMinutes - before.usedMinutes;
    const to = mailbox(env, await requireUser(tx, booking.user_id));
    const told = did?.isAnnounced === true && mail !== null && to !== null;
    return {
      from: booking.status,
      paymentType: booking.payment_type,
      actualHours: hoursOf(next.actual_minutes),
      usedHours: Math.max(0, used) / 60,
      overageHours: Math.max(0, after.overageMinutes - before.overageMinutes) / 60,
      returnedHours: Math.max(0, -used) / 60,
      refundCents: (did?.repays ? (paid?.leftCents ?? 0) : 0) + (did?.past?.backCents ?? 0),
      chargeCents: did?.past?.chargeCents ?? 0,
      askedHours: waits.asked / 60,
      withdrawnHours: waits.withdrawn / 60,
      letter: !told ? 'none' : (await isTold(tx, booking.user_id, 'booking_update')) ? 'sent' : 'declined',
    };
  } finally {
    await tx.rollback().execute();
  }
}

const hoursOf = (minutes: number | null): number | null => (minutes === null ? null : minutes / 60);

type Target = Pick<BookingTable, 'status' | 'actual_minutes' | 'completed_date'>;
/** The booking's next state, and the hours that its customer is asked about first. */
type Next = Target & { asking: Asking; isNew: boolean };

/** A repeat of the call is not new. */
async function nextOf(tx: Tx, booking: Selectable<BookingTable>, wanted: Wanted, now: string): Promise<Next> {
  const { status, completed_date, actual_minutes: said } = targetOf(booking, wanted, now);
  const isGone = await holdGone(tx, booking.user_id);
  if (isGone && takesUp(booking.status, status)) throw gone();
  const { minutes, asking } = await divideHours(tx, booking, {
    status,
    minutes: said,
    isSaid: wanted.actualHours !== undefined,
    reason: wanted.reason,
    isGone,
  });
  const isNew =
    status !== booking.status ||
    minutes !== booking.actual_minutes ||
    completed_date !== booking.completed_date ||
    asking.next !== 'stays';
  return { status, actual_minutes: minutes, completed_date, asking, isNew };
}

/** Whether the change would add work, or agreements about it. */
const takesUp = (from: BookingStatus, to: BookingStatus): boolean =>
  to !== from && (from === 'cancelled' || (to !== 'completed' && to !== 'cancelled'));

/** The next state, with the hours given for it. */
function targetOf(booking: Target & { estimated_minutes: number }, wanted: Wanted, now: string): Target {
  const { status, actualHours } = wanted;
  const was = booking.status === 'completed';
  const is = status === 'completed';
  const inherited = was && !is ? null : booking.actual_minutes;
  const kept =
    actualHours === undefined ? inherited : actualHours === null ? null : Math.round(actualHours * 60);
  return {
    status,
    actual_minutes: is ? (kept ?? booking.estimated_minutes) : kept,
    completed_date: is ? (booking.completed_date ?? now) : null,
  };
}

/**
 * Writes the next state with all its effects. The caller holds the booking's lock, and makes a decided refund after
 * the transaction.
 */
async function apply(
  tx: Tx,
  booking: Selectable<BookingTable>,
  next: Next,
  { person, now, currency }: { person: Person; now: string; currency: string },
): Promise<{ repays: boolean; isAnnounced: boolean; past: Settled | null }> {
  const { id, user_id: userId } = booking;
  const { asking, status, actual_minutes, completed_date } = next;
  const was = booking.status === 'completed';
  const is = status === 'completed';
  let isAnnounced = false;
  let past: Settled | null = null;
  await refuseDisputed(tx, id);
  refuseUnpaid(booking, status);
  // A reopened booking waits for its plan from now on.
  const unpaid_since = booking.unpaid_since && booking.status === 'cancelled' ? now : booking.unpaid_since;
  await updateBooking(tx, id, { status, actual_minutes, completed_date, unpaid_since, updated_at: now });
  if (status !== booking.status) {
    await recordStep(tx, booking, status, person.id, now);
    isAnnounced = await announceStatus(tx, { bookingId: id, userId, status, actorId: person.id, now });
  }
  const cancels = status === 'cancelled' && booking.status !== 'cancelled';
  // An unpaid booking has used no hours. It is changed without the ledger, which others lock before such a booking.
  if (booking.payment_type === 'subscription' && !booking.unpaid_since) {
    const use = { userId, bookingId: id, usedAt: completed_date ?? now, now };
    const reopened = booking.status === 'cancelled' && status !== 'cancelled';
    // The use is reset first, so that work done after all counts from the day it was done.
    if (reopened) await settleBooking(tx, { ...use, minutes: 0 });
    if (was || is || reopened) {
      const actualMinutes = is ? (actual_minutes ?? 0) : 0;
      await holdLedger(tx, userId);
      past = await settleOverage(
        tx,
        booking,
        { actualMinutes, freeMinutes: await freeForWork(tx, use) },
        { currency, now, workedAt: use.usedAt },
      );
      await settleBooking(tx, { ...use, minutes: actualMinutes - past.minutes });
    }
  }
  if (await settleAsking(tx, booking, asking, { actorId: person.id, now })) isAnnounced = true;
  const repays = cancels && booking.payment_id !== null && (await decideRefund(tx, booking.payment_id, now));
  return { repays, isAnnounced, past };
}
