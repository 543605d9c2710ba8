import type { RequestState } from '../../../contract/rules/quote-terms.ts';
import type { BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';
import type { Quote } from '../../../contract/schemas/quotes.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { QuoteTable } from './quotes.table.ts';

type Asked = { status: BookingStatus; payment_type: PaymentType };
type Given = Pick<QuoteTable, 'status' | 'expires_at'>;

/**
 * A card payment begun in time may finish within this time after the expiry, because a bank may ask and answers may
 * be lost.
 */
const graceMs = 3_600_000;

/** Whether the team may answer a request: there is no agreement, and it was neither begun nor cancelled. */
export const mayQuote = ({ status, payment_type }: Asked): boolean =>
  payment_type === 'custom_quote' && (status === 'pending' || status === 'scheduled');

/** The present state of a quote; that of a cancelled booking is no longer open. */
export function stateOf(quote: Given, booking: { status: BookingStatus }, now: Date): Quote['state'] {
  if (quote.status === 'replaced') return 'withdrawn';
  if (quote.status !== 'open') return quote.status;
  if (booking.status === 'cancelled') return 'withdrawn';
  return quote.expires_at <= now.toISOString() ? 'expired' : 'open';
}

/**
 * Whether a payment for a quote can be booked. Work that has begun meanwhile is no reason for a refund; a declined,
 * withdrawn or replaced quote is, and so is a cancelled booking.
 */
export const isPayable = (quote: Given, booking: Asked & { payment_id: string | null }, now: Date): boolean =>
  quote.status === 'open' &&
  booking.payment_type === 'custom_quote' &&
  booking.payment_id === null &&
  booking.status !== 'cancelled' &&
  now.getTime() < Date.parse(quote.expires_at) + graceMs;

/** The side that must act on a request now. */
export function requestStateOf(status: BookingStatus, quote: QuoteTable['status'] | null): RequestState {
  if (status !== 'pending' && status !== 'scheduled') return 'settled';
  if (quote === 'open') return 'answered';
  // A request that the team scheduled without a quote is taken on.
  if (status === 'pending' && (quote === null || quote === 'withdrawn')) return 'waiting';
  return 'settled';
}

/** The refusal of an answer of the team about a quote that is not the newest. */
export const answeredMeanwhile = () =>
  new Refusal('conflict', 'Somebody has answered this request meanwhile. Please look at it again.');
