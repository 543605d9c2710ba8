import { tzOffset } from '@date-fns/tz';
import type { BookingChanges, BookingStatus } from '../../contract/entities.ts';

/** What the terms of a booking depend on. */
export interface Agreed {
  status: BookingStatus;
  scheduled_date: string | null;
}

/** What its customer has put in: a card payment that was not given back, or hours of a plan. */
export interface Stake {
  paidCents: number;
  heldMinutes: number;
  /** What a plan's booking takes that is called off late: hours, and money that was agreed to; what it holds, unless told. */
  late?: { minutes: number; chargeCents: number };
}

type Terms = NonNullable<BookingChanges['cancel']>;

/** The terms that a person agreed to, as far as their app says them. */
export interface ShownTerms {
  outcome: Terms['outcome'];
  amountCents?: number | undefined;
  hours?: number | undefined;
  /** None unless told. */
  chargeCents?: number | undefined;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * What its customer may do with a booking now, and what that would cost: shown before the tap and enforced after it.
 *
 * Until the notice begins, moving and calling off are free. From then on a booking stays where it is, and calling it
 * off gives nothing back, and charges what was agreed to pay by card. Two cases are always free: a booking without a time, and one whose time has passed without
 * the team ever agreeing to it. What the team has begun or finished can't be called off.
 */
export function changesOf(booking: Agreed, stake: Stake, now: Date, timeZone: string): BookingChanges {
  const freeUntil = booking.scheduled_date ? noticeBegins(booking.scheduled_date, timeZone) : null;
  const open = booking.status === 'pending' || booking.status === 'scheduled';
  const begun = freeUntil !== null && now > freeUntil;
  const missed =
    booking.status === 'pending' &&
    booking.scheduled_date !== null &&
    booking.scheduled_date < now.toISOString();
  return {
    freeUntil: freeUntil?.toISOString() ?? null,
    cancel: open ? cancellation(stake, begun && !missed) : null,
    mayReschedule: open && !begun,
  };
}

function cancellation(stake: Stake, isLate: boolean): BookingChanges['cancel'] {
  const { paidCents, heldMinutes, late = { minutes: heldMinutes, chargeCents: 0 } } = stake;
  const worth = { amountCents: paidCents, hours: heldMinutes / 60 };
  if (isLate && (paidCents || late.minutes || late.chargeCents))
    return {
      outcome: 'forfeit',
      amountCents: paidCents,
      hours: late.minutes / 60,
      ...(late.chargeCents > 0 && { chargeCents: late.chargeCents }),
    };
  if (!paidCents && !heldMinutes) return { ...worth, outcome: 'free' };
  return { ...worth, outcome: paidCents ? 'refund' : 'release' };
}

/** Whoever leaves is let go on the terms of the day that was planned, and shown, but for nothing where it is free by now. */
export const isOnPlannedTerms = (now: Terms | null): boolean => now?.outcome === 'forfeit';

/** Whether somebody who agreed to what they were shown agreed to these terms. */
export const areTheTerms = (terms: Terms, shown: ShownTerms): boolean =>
  shown.outcome === terms.outcome &&
  (shown.amountCents ?? terms.amountCents) === terms.amountCents &&
  (shown.hours ?? terms.hours) === terms.hours &&
  (shown.chargeCents ?? 0) === (terms.chargeCents ?? 0);

/**
 * The same wall clock on the day before, where the business is: 23 or 25 hours earlier when its clocks change in
 * between. A time that they skip or show twice that day counts as the later one, to the customer's favour.
 */
export function noticeBegins(scheduledDate: string, timeZone: string): Date {
  const scheduled = Date.parse(scheduledDate);
  const offsetAt = (at: number) => tzOffset(timeZone, new Date(at)) * minuteMs;
  const wall = scheduled + offsetAt(scheduled) - dayMs;
  const candidates = [offsetAt(scheduled), offsetAt(scheduled - 2 * dayMs)].map((offset) => wall - offset);
  const real = candidates.filter((at) => at + offsetAt(at) === wall);
  return new Date(Math.max(...(real.length ? real : candidates)));
}
