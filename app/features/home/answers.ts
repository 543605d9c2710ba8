import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { calendarDays } from '../../lib/time/dates.ts';
import { type Ask, askOf, byVisit, isOpen } from '../../shared/bookings/asks.ts';

/** How long the home asks for a review of the last visit. */
const reviewDays = 30;

/** Whether the visit will take place unless somebody changes it: a request without its quote's answer will not. */
const isVisit = (booking: Booking): boolean =>
  isOpen(booking) &&
  booking.scheduledDate !== null &&
  !booking.unpaidUntil &&
  !(booking.status === 'pending' && booking.paymentType === 'custom_quote');

/** The visit that is under way or comes next, and the one after it. A visit of an earlier day that never began is none. */
export function nextVisits(
  bookings: readonly Booking[],
  zone: string,
  now: Date,
): { next?: Booking; after?: Booking } {
  const [next, after] = bookings
    .filter(isVisit)
    .filter(
      ({ status, scheduledDate }) =>
        status === 'in_progress' || (scheduledDate && calendarDays(now, new Date(scheduledDate), zone) >= 0),
    )
    .sort((a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress') || byVisit(a, b));
  return { ...(next && { next }), ...(after && { after }) };
}

export interface BookingAsk extends Ask {
  bookingId: string;
}

/**
 * What the bookings ask of their customer, the most pressing first: payment, then answers by their deadline, then a
 * review of the last visit alone.
 * @param isReviewed whether a review is written and waits for the network
 */
export function asksOf(
  bookings: readonly Booking[],
  zone: string,
  now: Date,
  isReviewed: (bookingId: string) => boolean = () => false,
): BookingAsk[] {
  const asks = bookings.flatMap((booking) => {
    const ask = askOf(booking, zone, now);
    return ask ? [{ ...ask, bookingId: booking.id, booking }] : [];
  });
  const [last] = bookings
    .filter(({ completedDate }) => completedDate !== null)
    .sort((a, b) => (b.completedDate ?? '').localeCompare(a.completedDate ?? ''));
  const isDue = (booking: Booking) =>
    booking === last &&
    !isReviewed(booking.id) &&
    calendarDays(new Date(booking.completedDate ?? 0), now, zone) <= reviewDays;
  const order: Ask['kind'][] = ['unpaid', 'extra', 'quote', 'review'];
  return asks
    .filter(({ kind, booking }) => kind !== 'review' || isDue(booking))
    .sort(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        (a.booking.quoteUntil ?? '').localeCompare(b.booking.quoteUntil ?? ''),
    )
    .map(({ booking: _, ...ask }) => ask);
}
