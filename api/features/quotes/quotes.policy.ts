import type { BookingStatus, PaymentType } from '../../contract/entities.ts';
import type { RequestState } from '../../contract/quote-terms.ts';
import type { Quote } from '../../contract/quotes.ts';
import type { QuoteTable } from './quotes.table.ts';

type Asked = { status: BookingStatus; payment_type: PaymentType };
type Given = Pick<QuoteTable, 'status' | 'expires_at'>;

/** A card payment that was begun in time counts for so long after: a bank asks, and answers get lost. */
const graceMs = 3_600_000;

/** Whether the team may answer a request: nothing has been agreed on, and nobody has begun or called it off. */
export const mayQuote = ({ status, payment_type }: Asked): boolean =>
  payment_type === 'custom_quote' && (status === 'pending' || status === 'scheduled');

/** What a quote is now, by the clock; one of a booking that was called off stands no more. */
export function stateOf(quote: Given, booking: { status: BookingStatus }, now: Date): Quote['state'] {
  if (quote.status === 'replaced') return 'withdrawn';
  if (quote.status !== 'open') return quote.status;
  if (booking.status === 'cancelled') return 'withdrawn';
  return quote.expires_at <= now.toISOString() ? 'expired' : 'open';
}

/**
 * Whether what was paid for a quote can be delivered. That the team has begun meanwhile is no reason to give the money
 * back; a quote that was declined, withdrawn or replaced is, as is a booking that was called off.
 */
export const isPayable = (quote: Given, booking: Asked & { payment_id: string | null }, now: Date): boolean =>
  quote.status === 'open' &&
  booking.payment_type === 'custom_quote' &&
  booking.payment_id === null &&
  booking.status !== 'cancelled' &&
  now.getTime() < Date.parse(quote.expires_at) + graceMs;

/** Who is to do something about a request now. */
export function requestStateOf(status: BookingStatus, quote: QuoteTable['status'] | null): RequestState {
  if (status !== 'pending' && status !== 'scheduled') return 'settled';
  if (quote === 'open') return 'answered';
  // What the team scheduled without a quote it has taken on.
  if (status === 'pending' && (quote === null || quote === 'withdrawn')) return 'waiting';
  return 'settled';
}
