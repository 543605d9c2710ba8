import type { BookingStatus } from '../../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../../core/refusal.ts';

/** The time for which a booking waits for the plan that is to pay it. */
export const unpaidMs = 24 * 60 * 60_000;

/** The time until which a booking waits for its plan; `null` for one that does not wait. */
export const unpaidUntil = (booking: {
  status: BookingStatus;
  unpaid_since: string | null;
}): string | null =>
  booking.status === 'pending' && booking.unpaid_since
    ? new Date(Date.parse(booking.unpaid_since) + unpaidMs).toISOString()
    : null;

/** @throws Refusal `plan_required` if work that nobody pays for would be agreed to or done */
export function refuseUnpaid(booking: { unpaid_since: string | null }, to: BookingStatus): void {
  if (booking.unpaid_since && to !== 'pending' && to !== 'cancelled')
    throw new Refusal(
      'plan_required',
      'This booking is not paid: no plan of its customer pays for it yet. It can be scheduled once one does.',
    );
}
