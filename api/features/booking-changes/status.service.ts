import type { Selectable } from 'kysely';
import { bookingChanged } from '../../bus/changed.ts';
import type { StatusConsequence } from '../../contract/admin-booking-calls.ts';
import type { BookingDetail, BookingStatus, PaymentType } from '../../contract/entities.ts';
import type { Person } from '../../core/person.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { gone, holdGone } from '../account/leaving.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { recordStep, updateBooking } from '../bookings/bookings.repository.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { refuseUnpaid } from '../bookings/unpaid.policy.ts';
import { giveUpBookingPayments } from '../checkout/quote-payments.service.ts';
import { decideRefund, readPaymentState, tryRefund } from '../checkout/refunds.service.ts';
import { refuseDisputed } from '../disputes/frozen.service.ts';
import { type Asking, divideHours, settleAsking, waitingAfter } from '../extra-hours/ask.service.ts';
import { freeForWork } from '../held-hours/free-hours.service.ts';
import { holdLedger, readUses, settleBooking } from '../hours/hours.service.ts';
import { announceStatus, isTold } from '../notices/notices.service.ts';
import { carryOut, type Settled, settlePastHours } from '../past-hours-charges/charges.service.ts';
import { readBooking } from './detail.service.ts';

interface Wanted {
  status: BookingStatus;
  /** `undefined` leaves them to the rule below, `null` clears them. */
  actualHours?: number | null | undefined;
  /** Why it took longer than estimated, where that is so; `null` where it makes no difference yet. */
  reason?: string | null | undefined;
}

/**
 * Sets a booking's status, from any to any (spec §4), and its actual hours. Completing without hours takes those
 * that were given earlier, or else the estimate; taking a booking out of completed forgets them. What a plan's
 * booking uses of the member's hours follows in the same transaction, and what of it they agreed to pay by card is
 * charged after it, or given back. The same call again changes nothing. Hours past the estimate are the customer's to
 * agree to (`divideHours`): until then the booking is completed with the estimate.
 *
 * The team's cancellation gives everything back, whenever it comes: hours, and a card payment, which is refunded;
 * what was begun to pay a quote is cancelled.
 * Taking a booking out of cancelled reverses what a late cancellation has cost in hours and in money that was agreed to; a refund that was decided
 * stays, and such a booking goes on unpaid. Work for a customer who is gone is finished or called off, and not taken up.
 * @param wanted.seenStatus what it was as whoever decides saw it: what another has changed meanwhile stays as it is
 * @param wanted.seenPayment how it was to be paid, likewise: what its customer has agreed to keeps its status at times
 * @throws Refusal `not_found`, `conflict` (its customer is gone, too), `plan_required` (not paid), `disputed`, `invalid_input` (a reason is missing);
 *   nothing was done then. The contract's table lets only administrators call it
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
 * What setting a status would do, without doing it: it is done, looked at, and taken back with its transaction.
 * @throws Refusal `not_found`, `conflict` (gone), `plan_required`, `disputed`; the contract's table lets only administrators call it
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
    const told = did?.isAnnounced === true && mail !== null;
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
/** What the booking becomes, and what of its hours its customer is asked about first. */
type Next = Target & { asking: Asking; isNew: boolean };

/** The same call again is nothing new. */
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

/** Whether there would be more to do, or to agree on, than before. */
const takesUp = (from: BookingStatus, to: BookingStatus): boolean =>
  to !== from && (from === 'cancelled' || (to !== 'completed' && to !== 'cancelled'));

/** With the hours that are said of it. */
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
 * Makes a booking so, with all that follows, but for the refund that it decides: that is the caller's to make after
 * the transaction. The caller holds the booking's lock.
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
  // What is taken up again waits for its plan anew.
  const unpaid_since = booking.unpaid_since && booking.status === 'cancelled' ? now : booking.unpaid_since;
  await updateBooking(tx, id, { status, actual_minutes, completed_date, unpaid_since, updated_at: now });
  if (status !== booking.status) {
    await recordStep(tx, booking, status, person.id, now);
    isAnnounced = await announceStatus(tx, { bookingId: id, userId, status, actorId: person.id, now });
  }
  const cancels = status === 'cancelled' && booking.status !== 'cancelled';
  // What waits for a plan has used nothing of it, and is changed without its ledger, which others hold before they lock it.
  if (booking.payment_type === 'subscription' && !booking.unpaid_since) {
    const use = { userId, bookingId: id, usedAt: completed_date ?? now, now };
    const reopened = booking.status === 'cancelled' && status !== 'cancelled';
    // First back to nothing, so that work that is done after all counts from the day it was done.
    if (reopened) await settleBooking(tx, { ...use, minutes: 0 });
    if (was || is || reopened) {
      const actualMinutes = is ? (actual_minutes ?? 0) : 0;
      await holdLedger(tx, userId);
      past = await settlePastHours(
        tx,
        booking,
        { actualMinutes, freeMinutes: await freeForWork(tx, use) },
        { currency, now },
      );
      await settleBooking(tx, { ...use, minutes: actualMinutes - past.minutes });
    }
  }
  if (await settleAsking(tx, booking, asking, { actorId: person.id, now })) isAnnounced = true;
  const repays = cancels && booking.payment_id !== null && (await decideRefund(tx, booking.payment_id, now));
  return { repays, isAnnounced, past };
}
