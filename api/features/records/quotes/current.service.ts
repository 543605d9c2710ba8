import type { Selectable } from 'kysely';
import type { BookingTerms } from '../../../contract/schemas/booking-terms.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../contract/schemas/quotes.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { visitOf } from '../bookings/agreed.service.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';
import { type TermsEnv, termsOf } from '../hours/overage/overage-terms.service.ts';
import { hasHours } from '../hours/plan-hours.service.ts';
import { presentOwnQuote } from './quotes.presenter.ts';
import { findQuote, type QuoteRow, selectCurrent } from './quotes.repository.ts';
import { mayQuote, stateOf } from './quotes.rules.ts';

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
  return presentOwnQuote(
    quote,
    state,
    state === 'open' ? await termsOfQuote(db, env, { quote, booking }, now) : null,
  );
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
  const { date: at } = await visitOf(db, booking, { scheduledDate, quotedAt });
  return termsOf(db, env, {
    userId,
    takesMinutes: quote.minutes,
    at,
    cardCents: null,
    now,
  });
}

/**
 * The newest quote, if it is the one that was shown. The caller holds the booking's lock.
 * @throws Refusal `not_found`, `terms_changed` (a newer quote)
 */
export async function requireShown(db: Tx, booking: { id: string }, shownId: string): Promise<QuoteRow> {
  const [quote] = await selectCurrent(db, { bookingId: booking.id });
  if (quote?.id === shownId) return quote;
  const earlier = await findQuote(db, shownId);
  if (!quote || earlier?.booking_id !== booking.id) throw notFound('Quote');
  throw new Refusal('terms_changed', 'The team has sent another quote since. Please look at it again.');
}

const endings = {
  accepted: 'You have accepted this quote already',
  declined: 'You have declined this quote already',
  withdrawn: 'The team has withdrawn this quote',
  expired: 'This quote has expired. Write to the team for a new one.',
};

/** @throws Refusal `conflict` for a quote that can no longer be answered */
export function refuseEnded(quote: QuoteRow, booking: Selectable<BookingTable>, now: Date): void {
  const state = stateOf(quote, booking, now);
  if (state !== 'open') throw new Refusal('conflict', endings[state]);
  if (!mayQuote(booking)) throw new Refusal('conflict', 'This request can no longer be quoted for');
}
