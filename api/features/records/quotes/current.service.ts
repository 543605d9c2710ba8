import type { BookingTerms } from '../../../contract/schemas/booking-terms.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../contract/schemas/quotes.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { visitOf } from '../bookings/agreed.rules.ts';
import { readMoves } from '../bookings/agreed.service.ts';
import { type TermsEnv, termsOf } from '../hours/overage/overage-terms.service.ts';
import { hasHours } from '../hours/plan-hours.service.ts';
import { presentOwnQuote } from './quotes.presenter.ts';
import { type QuoteRow, selectCurrent } from './quotes.repository.ts';
import { stateOf } from './quotes.rules.ts';

/** The parts for answering, accepting and ending a quote; a card payment may begin or end with it. */
export type QuoteParts = Pick<Deps, 'db' | 'clock' | 'env' | 'payments' | 'log' | 'changes'>;

/** The team's newest quote for a booking, and its terms in the customer's hours; `null` without one. */
export async function readOwnQuote(
  db: Db,
  env: TermsEnv,
  booking: { id: string; user_id: string; status: BookingStatus; scheduled_date: string | null },
  now: Date,
): Promise<OwnQuote | null> {
  const [quote] = await selectCurrent(db, { bookingId: booking.id });
  if (!quote) return null;
  const state = stateOf(quote, booking, now);
  const terms = state === 'open' ? await termsOfQuote(db, env, { quote, booking }, now) : null;
  return presentOwnQuote(quote, state, terms);
}

/**
 * The terms of accepting a quote in hours now, from the same code that books; `null` for a price, and without a plan
 * or remaining hours. A caller that accepts holds the member's ledger.
 */
export async function termsOfQuote(
  db: Db,
  env: TermsEnv,
  {
    quote,
    booking,
  }: {
    quote: QuoteRow;
    booking: { id: string; user_id: string; status: BookingStatus; scheduled_date: string | null };
  },
  now: Date,
): Promise<BookingTerms | null> {
  const { user_id: userId } = booking;
  if (quote.minutes === null || !(await hasHours(db, userId, now))) return null;
  const { scheduled_date: scheduledDate, created_at: quotedAt } = quote;
  const { date: at } = visitOf(booking, await readMoves(db, booking.id), { scheduledDate, quotedAt });
  return termsOf(db, env, {
    userId,
    takesMinutes: quote.minutes,
    at,
    cardCents: null,
    now,
  });
}
