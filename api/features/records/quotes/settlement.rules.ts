import type { Selectable } from 'kysely';
import type { RequestState } from '../../../contract/rules/quote-terms.ts';
import { type Agreement, agreedBooking, type Moves } from '../bookings/agreed.rules.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';
import type { BookingWrites } from '../bookings/writes.service.ts';
import type { QuoteRow } from './quotes.repository.ts';
import { isPayable, requestStateOf } from './quotes.rules.ts';
import type { QuoteTable } from './quotes.table.ts';

/** A quote and its booking. */
export interface Quoted {
  quote: QuoteRow;
  booking: Selectable<BookingTable>;
}

/** The rows of an open quote's end. */
export interface QuoteEnd {
  quoteId: string;
  bookingId: string;
  status: Exclude<QuoteTable['status'], 'open' | 'replaced'>;
  /** The state of its request from then on. */
  state: RequestState;
  now: string;
}

/** Ends an open quote. */
export const endOf = ({ quote, booking }: Quoted, status: QuoteEnd['status'], now: string): QuoteEnd => ({
  quoteId: quote.id,
  bookingId: booking.id,
  status,
  state: requestStateOf(booking.status, status),
  now,
});

/** The rows of a quote that is accepted: its end, and the booking that it makes of the request. */
export interface Settlement {
  end: QuoteEnd;
  booking: BookingWrites;
}

/** Accepts a quote that is paid for, or whose hours are agreed to. */
export function settlementOf(quoted: Quoted, moves: Moves, pays: Agreement['pays'], now: string): Settlement {
  const { quote, booking } = quoted;
  const { scheduled_date: scheduledDate, created_by: proposedBy, created_at: quotedAt } = quote;
  return {
    end: endOf(quoted, 'accepted', now),
    booking: agreedBooking(booking, moves, { pays, scheduledDate, proposedBy, quotedAt, now }),
  };
}

/** Whether a payment just made for the quote can still be booked. */
export const canBePaid = ({ quote, booking }: Quoted, now: string): boolean =>
  isPayable(quote, booking, new Date(now));
