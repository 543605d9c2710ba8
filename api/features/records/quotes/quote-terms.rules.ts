import type { BookingTerms } from '../../../contract/schemas/booking-terms.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { type Moves, visitOf } from '../bookings/agreed.rules.ts';
import { isCovered, type TermsFacts, visitTerms } from '../hours/overage/overage-terms.rules.ts';
import type { QuoteRow } from './quotes.repository.ts';

/** The facts of a quote in hours. */
export interface QuoteHours {
  moves: Moves;
  terms: TermsFacts;
}

/** A quote, and the booking whose visit it is about. */
export interface QuotedVisit {
  quote: QuoteRow;
  booking: { id: string; user_id: string; status: BookingStatus; scheduled_date: string | null };
}

/** The terms of accepting a quote in hours; `null` without a plan or remaining hours. */
export function termsOfQuote(
  { quote, booking }: QuotedVisit,
  { moves, terms }: QuoteHours,
): BookingTerms | null {
  if (!isCovered(terms)) return null;
  const { minutes, scheduled_date: scheduledDate, created_at: quotedAt } = quote;
  const { date: at } = visitOf(booking, moves, { scheduledDate, quotedAt });
  return visitTerms(terms, { takesMinutes: minutes ?? 0, at, cardCents: null });
}
