import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { calendarDays } from '../../lib/time/dates.ts';
import { byVisit, isOpen } from './asks.ts';

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
