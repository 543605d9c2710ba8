import type { BookingChanges, BookingStatus } from '../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../core/refusal.ts';
import { sameTime } from '../../../core/wall-clock.ts';
import { isTimeTaken } from '../../records/bookings/taken-time.rules.ts';

/** The facts that the terms of a booking depend on. */
export interface Agreed {
  status: BookingStatus;
  scheduled_date: string | null;
  /** The chosen time that somebody else had when the booking was paid for. */
  time_taken?: string | null;
}

/** The customer's stake: a card payment not refunded, or hours of a plan. */
export interface Stake {
  paidCents: number;
  heldMinutes: number;
  /** The hours and the agreed charge of a late cancellation of a plan booking; left out: the held hours. */
  late?: { minutes: number; chargeCents: number };
}

type Terms = NonNullable<BookingChanges['cancel']>;

/** The terms that a person agreed to, as far as their app sends them. */
export interface ShownTerms {
  outcome: Terms['outcome'];
  amountCents?: number | undefined;
  hours?: number | undefined;
  /** Left out: no charge. */
  chargeCents?: number | undefined;
}

/**
 * The changes that a customer may make to a booking now, and their cost: shown before the tap and enforced after it.
 * Until the notice period begins, moving and cancelling are free. After that the booking cannot be moved; cancelling
 * it refunds nothing and charges an agreed card payment. Three cases are always free: a booking without a time, one
 * whose chosen time was taken before its money came, and one whose time has passed although the team never agreed to
 * it. Work that has begun or is finished cannot be
 * cancelled.
 */
export function changesOf(booking: Agreed, stake: Stake, now: Date, timeZone: string): BookingChanges {
  const missed =
    booking.status === 'pending' &&
    booking.scheduled_date !== null &&
    booking.scheduled_date < now.toISOString();
  return {
    freeUntil: freeUntilOf(booking, timeZone)?.toISOString() ?? null,
    cancel: isOpen(booking) ? cancellation(stake, hasNoticeBegun(booking, now, timeZone) && !missed) : null,
    mayReschedule: mayMove(booking, now, timeZone),
  };
}

/** Whether a booking is still to be done, and its work has not begun. */
export const isOpen = ({ status }: Agreed): boolean => status === 'pending' || status === 'scheduled';

/** Whether a customer may move a booking now. */
export const mayMove = (booking: Agreed, now: Date, timeZone: string): boolean =>
  isOpen(booking) && !hasNoticeBegun(booking, now, timeZone);

const freeUntilOf = (booking: Agreed, timeZone: string): Date | null =>
  booking.scheduled_date && !isTimeTaken(booking) ? noticeBegins(booking.scheduled_date, timeZone) : null;

function hasNoticeBegun(booking: Agreed, now: Date, timeZone: string): boolean {
  const freeUntil = freeUntilOf(booking, timeZone);
  return freeUntil !== null && now > freeUntil;
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

/**
 * Whether an agreed visit comes before the planned day of its customer's deletion. It goes on as agreed, so its
 * cancellation is not among the terms that the person is shown.
 */
export const goesOnUntil = (planned: Date, { status, scheduled_date }: Agreed): boolean =>
  status === 'scheduled' && scheduled_date !== null && scheduled_date <= planned.toISOString();

/**
 * Whether the deletion of an account cancels a booking on the terms of the planned day, which its customer was shown.
 * A cancellation that costs nothing now stays free.
 */
export const isOnPlannedTerms = (now: Terms | null): boolean => now?.outcome === 'forfeit';

/** Whether the terms that a person was shown equal these terms. */
export const areTheTerms = (terms: Terms, shown: ShownTerms): boolean =>
  shown.outcome === terms.outcome &&
  (shown.amountCents ?? terms.amountCents) === terms.amountCents &&
  (shown.hours ?? terms.hours) === terms.hours &&
  (shown.chargeCents ?? 0) === (terms.chargeCents ?? 0);

/**
 * The same local time on the day before, in the business's zone: 23 or 25 hours earlier if the clocks change in
 * between. A local time that is skipped or repeated on that day counts as the later one, in the customer's favour.
 */
export const noticeBegins = (scheduledDate: string, timeZone: string): Date =>
  new Date(sameTime(scheduledDate, { days: -1 }, timeZone, 'later'));

/**
 * Whether a change was made under its key before. The change and its key are stored in one row.
 * @throws Refusal `key_reused` if the key belongs to another change
 */
export function isMadeBefore(
  earlier: { booking_id: string; actor_id: string | null } | null | undefined,
  change: { bookingId: string; actorId: string },
): boolean {
  if (!earlier) return false;
  if (earlier.booking_id === change.bookingId && earlier.actor_id === change.actorId) return true;
  throw new Refusal('key_reused', 'This Idempotency-Key was used for another change');
}
