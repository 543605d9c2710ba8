import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { calendarDays } from '../../lib/time/dates.ts';
import { type Ask, askOf } from '../../shared/bookings/asks.ts';

/** How long the home asks for a review of the last visit. */
const reviewDays = 30;

/** The requests that the home shows at once, so that what follows stays near. */
const mostAtOnce = 3;

/** The first of a list, if the others would be more than one. */
export const firstFew = <T>(list: readonly T[]): readonly T[] =>
  list.length > mostAtOnce + 1 ? list.slice(0, mostAtOnce) : list;

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
