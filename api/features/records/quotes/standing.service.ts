import type { RequestStanding } from '../../../contract/rules/quote-terms.ts';
import { mayQuote, requestStateOf, stateOf } from './quotes.rules.ts';
import type { QuoteTable } from './quotes.table.ts';

type Booking = Parameters<typeof mayQuote>[0];
type Newest = Pick<QuoteTable, 'status' | 'expires_at'>;

/**
 * The state of a custom request without an agreement, by its newest quote; `null` once there is an agreement, or the
 * team has taken it on without a quote.
 */
export function standingOf(booking: Booking, quote: Newest | null, now: Date): RequestStanding | null {
  if (!mayQuote(booking)) return null;
  const state = requestStateOf(booking.status, quote?.status ?? null);
  if (state === 'waiting') return quote ? 'withdrawn' : 'unanswered';
  if (quote?.status === 'declined') return 'declined';
  if (state !== 'answered' || !quote) return null;
  return stateOf(quote, booking, now) === 'expired' ? 'expired' : 'quoted';
}
