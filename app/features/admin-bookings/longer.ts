import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { graceMinutes } from '../../../api/contract/rules/overtime-terms.ts';
import type { BookingStatus } from '../../../api/contract/schemas/bookings.ts';

type Work = Pick<AdminBooking, 'actualHours' | 'estimatedHours' | 'extraHours' | 'paymentType'>;

/** The hours that the work took, as far as known, including those that wait for the customer's agreement. */
export const tookOf = ({ actualHours, estimatedHours, extraHours = 0 }: Work): number =>
  (actualHours ?? estimatedHours) + extraHours;

/**
 * Whether the customer must agree to so many hours first, by the server's own rule, and whether the customer has
 * already been asked about exactly these hours.
 */
export function askedOf(
  work: Work,
  hours: number,
  status: BookingStatus,
): { isLonger: boolean; isAsked: boolean } {
  const stands = status === 'completed' ? (work.actualHours ?? 0) : 0;
  const most = Math.max(work.estimatedHours + graceMinutes / 60, stands);
  const isLonger = work.paymentType === 'subscription' && hours > most;
  return { isLonger, isAsked: isLonger && work.extraHours !== undefined && hours === tookOf(work) };
}
