import type { Booking } from '../../../api/contract/schemas/bookings.ts';

/** Whether a quote of the team waits for the customer's answer. */
const isQuoted = ({ quoteUntil, paymentType }: Booking, now = Date.now()): boolean =>
  paymentType === 'custom_quote' && quoteUntil !== undefined && Date.parse(quoteUntil) > now;

/** The question that waits for the booking's customer, in a few words; `null` without one. */
export function questionOf(booking: Booking): string | null {
  if (isQuoted(booking)) return 'Your quote is ready';
  return booking.extraHours === undefined
    ? null
    : `The team asks about ${Math.round(booking.extraHours * 100) / 100} h more`;
}
