import type { Selectable } from 'kysely';
import type { StatusConsequence } from '../../../contract/calls/admin-booking-calls.ts';
import type { BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../core/refusal.ts';
import { gone } from '../../records/account/deletion/deletion.rules.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { refuseUnpaid } from '../../records/bookings/unpaid/unpaid.rules.ts';
import { freeForWork, type Ledger, settle, usesOf } from '../../records/hours/ledger.rules.ts';
import type { OverageFacts } from '../../records/hours/overage/overage-facts.service.ts';
import { type Asking, asks, divideHours, waitingAfter } from '../../records/hours/overtime/ask.rules.ts';
import type { QuestionRow } from '../../records/hours/overtime/overtime.repository.ts';
import { isStatusNews } from '../../records/notices/notices.rules.ts';
import type { Returned } from '../../records/notices/notices.service.ts';
import { disputed } from '../../records/payments/disputes/disputes.rules.ts';
import type { PaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { refundWhole } from '../../records/payments/refunds/refunds.rules.ts';
import { decideOverage, type OverageDecision } from '../overage-charges/overage.decide.ts';

type Booking = Selectable<BookingTable>;

export interface WantedStatus {
  status: BookingStatus;
  /** `undefined` leaves the hours to the rule of `targetOf`, `null` clears them. */
  actualHours?: number | null | undefined;
  /** The reason for work longer than estimated; `null` if none is needed yet. */
  reason?: string | null | undefined;
  /** The status that the administrator saw; another's change since then is not overwritten. */
  seenStatus?: BookingStatus | undefined;
  /** The payment type that they saw; the customer's consent can change it without the status. */
  seenPayment?: PaymentType | undefined;
  /** The effects that they saw. */
  seen?: StatusConsequence | undefined;
}

/** Stands for a reason that differs from the one of a question that is open. */
export const another = '';

/** The facts on which the effects of a status depend. */
export interface StatusFacts {
  booking: Booking;
  actorId: string;
  now: string;
  currency: string;
  /** Whether the customer's account is being deleted. */
  isGone: boolean;
  /** Whether letters reach the customer, and whether they want those about their bookings. */
  letters: { canReach: boolean; wanted: boolean };
  /** The booking's newest question that was not withdrawn. */
  question: QuestionRow | null;
  isDisputed: boolean;
  /** `null` if no status that is asked for can change the member's hours (`changesHours`). */
  hours: { ledger: Ledger; heldByOthers: number; overage: OverageFacts } | null;
  /** The card payment of the whole booking, for a cancellation. */
  paid: PaymentFacts | null;
  /** The payments of the booking's quotes that can still be made, by their ids; for a cancellation. */
  quotePayments: readonly string[];
}

/** The rows that a change writes. */
export interface StatusWrites {
  booking: Booking;
  change: Pick<BookingTable, 'status' | 'actual_minutes' | 'completed_date' | 'unpaid_since' | 'updated_at'>;
  actorId: string;
  /** Whether the history has another step, and whether the customer is told of it. */
  step: { isAnnounced: boolean } | null;
  /** What a cancellation gives back; `null` for another status. */
  returned: Returned | null;
  hours: { entries: Ledger; overage: OverageDecision } | null;
  asking: Asking;
  /** The payment whose refund is decided. */
  refunding: string | null;
  /** For the log. */
  details: Record<string, string | number | boolean | null>;
}

export interface StatusDecision {
  /** `null` for a repeat, which changes nothing. */
  writes: StatusWrites | null;
  /** The work left after the transaction, by the ids of payments. */
  after: {
    refund: string | null;
    overage: Pick<OverageDecision, 'charge' | 'retired'> | null;
    quotePayments: readonly string[];
  };
  shown: StatusConsequence;
}

/**
 * Decides the effects of setting a booking's status, from any to any (spec §4), and its actual hours. Completing
 * without hours uses those entered earlier, or else the estimate. Leaving completed clears them. Hours past the
 * estimate need the customer's consent (`divideHours`); until then the booking is completed with the estimate.
 * A cancellation by the team gives everything back at any time: hours, and a card payment, which is refunded.
 * Payments begun for a quote are cancelled, also by a repeat.
 * Leaving cancelled reverses the hours and the charge of a late cancellation. A decided refund stays, and the
 * booking goes on unpaid. Work for a customer whose account is being deleted can be finished or cancelled, but not
 * reopened.
 * @throws Refusal `conflict` (changed meanwhile, or the customer's account is being deleted), `plan_required` (not
 * paid), `disputed`, `invalid_input` (a reason is missing)
 */
export function decideStatus(facts: StatusFacts, wanted: WantedStatus): StatusDecision {
  const { booking, now } = facts;
  const { target, asking } = nextOf(facts, wanted);
  const { quotePayments } = facts;
  if (isRepeat(booking, target, asking))
    return {
      writes: null,
      after: { refund: null, overage: null, quotePayments },
      shown: shownOf(facts, { target, asking }, nothing),
    };
  refuseUnseen(booking, wanted);
  if (facts.isDisputed) throw disputed();
  refuseUnpaid(booking, target.status);
  const hours = facts.hours && decideHours(facts, facts.hours, target);
  const refund = decideRefund(facts, target);
  // A reopened booking waits for its plan from now on.
  const unpaid_since = booking.unpaid_since && booking.status === 'cancelled' ? now : booking.unpaid_since;
  const step = target.status === booking.status ? null : { isAnnounced: isAnnounced(facts, target) };
  const { waiting } = waitingAfter(asking);
  const shown = shownOf(
    facts,
    { target, asking },
    { hours, refundCents: refund.cents, isTold: step?.isAnnounced === true || asks(asking) },
  );
  const { seen, ...unseen } = wanted;
  if (seen) {
    // Effects may have been shown before a reason was written; another one asks the customer again.
    const before = [null, another].map((reason) => decideStatus(facts, { ...unseen, reason }).shown);
    refuseOtherEffects(before, seen);
  }
  return {
    writes: {
      booking,
      change: { ...target, unpaid_since, updated_at: now },
      actorId: facts.actorId,
      step,
      returned: returnedBy(facts, target, refund.cents),
      hours,
      asking,
      refunding: refund.isDecidedNow ? booking.payment_id : null,
      details: {
        from: booking.status,
        to: target.status,
        fromMinutes: booking.actual_minutes,
        toMinutes: target.actual_minutes,
        ...(waiting > 0 && { askedMinutes: waiting }),
        refunded: refund.isDue,
      },
    },
    after: {
      refund: refund.isDue ? booking.payment_id : null,
      overage: hours?.overage ?? null,
      quotePayments,
    },
    shown,
  };
}

type Target = Pick<BookingTable, 'status' | 'actual_minutes' | 'completed_date'>;

/** The next state, with the hours given for it. */
export function targetOf(booking: Booking, wanted: WantedStatus, now: string): Target {
  const { status, actualHours } = wanted;
  const wasCompleted = booking.status === 'completed';
  const becomesCompleted = status === 'completed';
  const inherited = wasCompleted && !becomesCompleted ? null : booking.actual_minutes;
  const kept =
    actualHours === undefined ? inherited : actualHours === null ? null : Math.round(actualHours * 60);
  return {
    status,
    actual_minutes: becomesCompleted ? (kept ?? booking.estimated_minutes) : kept,
    completed_date: becomesCompleted ? (booking.completed_date ?? now) : null,
  };
}

/**
 * Whether a status can change the member's hours. An unpaid booking has used none. It is changed without the ledger,
 * which others lock before such a booking.
 */
export const changesHours = (booking: Booking, to: BookingStatus): boolean =>
  booking.payment_type === 'subscription' &&
  !booking.unpaid_since &&
  (booking.status === 'completed' || to === 'completed' || isReopened(booking, to));

const isReopened = (booking: Booking, to: BookingStatus): boolean =>
  booking.status === 'cancelled' && to !== 'cancelled';

/** Whether the change would add work, or agreements about it. */
const takesUp = (from: BookingStatus, to: BookingStatus): boolean =>
  to !== from && (from === 'cancelled' || (to !== 'completed' && to !== 'cancelled'));

/** The booking's next state, and the hours that its customer is asked about first. */
interface Next {
  target: Target;
  asking: Asking;
}

function nextOf({ booking, isGone, question, now }: StatusFacts, wanted: WantedStatus): Next {
  const target = targetOf(booking, wanted, now);
  if (isGone && takesUp(booking.status, target.status)) throw gone();
  const { minutes, asking } = divideHours(booking, question, {
    status: target.status,
    minutes: target.actual_minutes,
    isSaid: wanted.actualHours !== undefined,
    reason: wanted.reason,
    isGone,
  });
  return { target: { ...target, actual_minutes: minutes }, asking };
}

const isRepeat = (booking: Booking, target: Target, asking: Asking): boolean =>
  target.status === booking.status &&
  target.actual_minutes === booking.actual_minutes &&
  target.completed_date === booking.completed_date &&
  asking.next === 'stays';

function refuseUnseen(booking: Booking, { seenStatus, seenPayment }: WantedStatus): void {
  const { status, payment_type } = booking;
  if ((seenStatus ?? status) !== status || (seenPayment ?? payment_type) !== payment_type)
    throw new Refusal('conflict', 'Somebody has changed this booking meanwhile. Please look at it again.');
}

/** Another write can change the effects without the booking: hours that other work has used, a choice of letters. */
function refuseOtherEffects(shown: StatusConsequence[], seen: StatusConsequence): void {
  const isSeen = (one: StatusConsequence) =>
    (Object.keys(one) as (keyof StatusConsequence)[]).every((part) => seen[part] === one[part]);
  if (!shown.some(isSeen))
    throw new Refusal(
      'conflict',
      'The effects of this change are not those that you saw any more, so nothing was done. Please look at them again.',
    );
}

const isAnnounced = ({ booking, actorId }: StatusFacts, { status }: Target): boolean =>
  isStatusNews({ actorId, userId: booking.user_id, status });

function decideHours(
  { booking, now, currency }: StatusFacts,
  facts: NonNullable<StatusFacts['hours']>,
  { status, actual_minutes, completed_date }: Target,
): NonNullable<StatusWrites['hours']> {
  const usedAt = completed_date ?? now;
  // The use is reset first, so that work done after all counts from the day it was done.
  const ledger = isReopened(booking, status) ? settle(facts.ledger, { minutes: 0, usedAt }) : facts.ledger;
  const actualMinutes = status === 'completed' ? (actual_minutes ?? 0) : 0;
  const freeMinutes = freeForWork(ledger, { heldMinutes: facts.heldByOthers, usedAt });
  const work = { actualMinutes, freeMinutes };
  const overage = decideOverage(facts.overage, booking, work, { currency, now });
  return { entries: settle(ledger, { minutes: actualMinutes - overage.minutes, usedAt }), overage };
}

/** A cancellation refunds a payment that booked something. A refund that was decided before is made if it was not. */
function decideRefund({ booking, paid }: StatusFacts, { status }: Target) {
  const cancels = status === 'cancelled' && booking.status !== 'cancelled';
  const refund = refundWhole(cancels ? paid?.payment : undefined);
  return { ...refund, cents: refund.isDecidedNow ? (paid?.restCents ?? 0) : 0 };
}

const returnedBy = ({ booking }: StatusFacts, { status }: Target, refundCents: number): Returned | null =>
  status === 'cancelled' && booking.status !== 'cancelled'
    ? { amountCents: refundCents, hours: booking.payment_type === 'subscription' && !booking.unpaid_since }
    : null;

const nothing = { hours: null, refundCents: 0, isTold: false };

function shownOf(
  { booking, hours: before, letters }: StatusFacts,
  { target, asking }: Next,
  did: { hours: StatusWrites['hours']; refundCents: number; isTold: boolean },
): StatusConsequence {
  const none = { usedMinutes: 0, overageMinutes: 0 };
  const had = before && did.hours ? usesOf(before.ledger) : none;
  const has = did.hours ? usesOf(did.hours.entries) : none;
  const used = has.usedMinutes - had.usedMinutes;
  const waits = waitingAfter(asking);
  return {
    from: booking.status,
    paymentType: booking.payment_type,
    actualHours: target.actual_minutes === null ? null : target.actual_minutes / 60,
    usedHours: Math.max(0, used) / 60,
    overageHours: Math.max(0, has.overageMinutes - had.overageMinutes) / 60,
    returnedHours: Math.max(0, -used) / 60,
    refundCents: did.refundCents + (did.hours?.overage.backCents ?? 0),
    chargeCents: did.hours?.overage.chargeCents ?? 0,
    askedHours: waits.waiting / 60,
    withdrawnHours: waits.withdrawn / 60,
    letter: letterOf(letters, did),
  };
}

function letterOf(
  { canReach, wanted }: StatusFacts['letters'],
  { isTold, refundCents }: { isTold: boolean; refundCents: number },
): StatusConsequence['letter'] {
  if (!isTold || !canReach) return 'none';
  // A letter about money is always sent.
  return wanted || refundCents > 0 ? 'sent' : 'declined';
}
