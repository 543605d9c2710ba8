import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';

/** A booking's request to its customer. */
export interface Ask {
  kind: 'quote' | 'extra' | 'unpaid' | 'review';
  /** The request with the booking's name, for a list of requests. */
  title: string;
  /** Its deadline, or what happens without an answer. */
  detail: string;
  /** The request in a few words, for a list of bookings. */
  brief: string;
  /** The label of the one action. */
  action: string;
}

/** "2.5 h" */
const inHours = (hours: number): string => `${Math.round(hours * 100) / 100} h`;

/** The open quote's price: "$260", or "3 h of your plan". */
const priceOf = ({ quoteCents, quoteHours }: Booking): string | null => {
  if (quoteCents !== undefined) return formatMoney(quoteCents, { trimZeros: true });
  return quoteHours === undefined ? null : `${inHours(quoteHours)} of your plan`;
};

/** The booking's request that waits for its customer; `null` without one. */
export function askOf(booking: Booking, zone: string, now: Date = new Date()): Ask | null {
  const { service, quoteUntil, unpaidUntil, extraHours } = booking;
  const until = (at: string) => inSentence(formatWhen(at, zone, now));
  if (booking.paymentType === 'custom_quote' && quoteUntil && Date.parse(quoteUntil) > now.getTime()) {
    const price = priceOf(booking);
    return {
      kind: 'quote',
      title: oneText`Quote for ${service.name}${price && `: ${price}`}`,
      detail: `Valid until ${until(quoteUntil)}`,
      brief: price ? `Quote: ${price}` : 'Quote to answer',
      action: 'Look',
    };
  }
  if (extraHours !== undefined)
    return {
      kind: 'extra',
      title: oneText`${service.name} took longer: ${inHours(extraHours)} more?`,
      detail: 'Without your answer the estimate stands',
      brief: `Agree to ${inHours(extraHours)} more?`,
      action: 'Answer',
    };
  if (unpaidUntil)
    return {
      kind: 'unpaid',
      title: oneText`${service.name} is not paid yet`,
      detail: `Kept for you until ${until(unpaidUntil)}`,
      brief: 'Not paid yet',
      action: 'Pay',
    };
  if (booking.status === 'completed' && booking.rating === null && !booking.disputed)
    return {
      kind: 'review',
      title: oneText`How was ${service.name}?`,
      detail: 'A few stars help the team',
      brief: 'How was it?',
      action: 'Review',
    };
  return null;
}

/** Whether the booking is still to be done. */
export const isOpen = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'scheduled' || status === 'in_progress';

/** The next visit first; bookings without a time are last. */
export const byVisit = (a: Booking, b: Booking): number =>
  (a.scheduledDate ?? '9').localeCompare(b.scheduledDate ?? '9') || a.createdAt.localeCompare(b.createdAt);

/** Whether the team acts next, by confirming the time; its customer has nothing to do. */
export const isUnconfirmed = (
  booking: Pick<Booking, 'status' | 'paymentType' | 'scheduledDate' | 'unpaidUntil' | 'disputed'>,
  now: number,
): boolean =>
  booking.status === 'pending' &&
  booking.paymentType !== 'custom_quote' &&
  booking.scheduledDate !== null &&
  Date.parse(booking.scheduledDate) > now &&
  !booking.unpaidUntil &&
  !booking.disputed;
