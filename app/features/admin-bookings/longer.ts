import type { AdminBooking } from '../../../api/contract/admin-booking-calls.ts';
import type { BookingStatus } from '../../../api/contract/entities.ts';
import { graceMinutes } from '../../../api/contract/extra-hours-terms.ts';

type Work = Pick<AdminBooking, 'actualHours' | 'estimatedHours' | 'extraHours' | 'paymentType'>;

/** What the work took, as far as it is known: what waits for its customer's agreement too. */
export const tookOf = ({ actualHours, estimatedHours, extraHours = 0 }: Work): number =>
  (actualHours ?? estimatedHours) + extraHours;

/**
 * Whether so many hours are their customer's to agree to first, as the server decides it, and whether they are asked
 * about just these already.
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
