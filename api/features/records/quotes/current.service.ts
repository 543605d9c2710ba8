import type { OwnQuote } from '../../../contract/schemas/quotes.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { inOneRead } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import { visitOf } from '../bookings/agreed.rules.ts';
import { readMoves } from '../bookings/agreed.service.ts';
import { readTermsFacts, type TermsEnv } from '../hours/overage/overage-terms.service.ts';
import { type QuotedVisit, type QuoteHours, termsOfQuote } from './quote-terms.rules.ts';
import { presentOwnQuote } from './quotes.presenter.ts';
import { selectCurrent } from './quotes.repository.ts';
import { stateOf } from './quotes.rules.ts';

/** The parts for answering, accepting and ending a quote; a card payment may begin or end with it. */
export type QuoteParts = Pick<Deps, 'db' | 'clock' | 'env' | 'payments' | 'log' | 'changes'>;

/** The team's newest quote for a booking, and its terms in the customer's hours; `null` without one. */
export async function readOwnQuote(
  db: Db,
  env: TermsEnv,
  booking: QuotedVisit['booking'],
  now: Date,
): Promise<OwnQuote | null> {
  const [quote] = await selectCurrent(db, { bookingId: booking.id });
  if (!quote) return null;
  const state = stateOf(quote, booking, now);
  if (state !== 'open' || quote.minutes === null) return presentOwnQuote(quote, state, null);
  const hours = await inOneRead(db, (tx) => readQuoteHours(tx, env, { quote, booking }, now));
  return presentOwnQuote(quote, state, hours && termsOfQuote({ quote, booking }, hours));
}

/**
 * The facts of a quote in hours: its visit's terms and the booking's moves; `null` for a price. A caller that accepts
 * holds the booking and the member's ledger.
 */
export async function readQuoteHours(
  db: Tx,
  env: TermsEnv,
  { quote, booking }: QuotedVisit,
  now: Date,
): Promise<QuoteHours | null> {
  const { minutes: takesMinutes, scheduled_date: scheduledDate, created_at: quotedAt } = quote;
  if (takesMinutes === null) return null;
  const moves = await readMoves(db, booking.id);
  const { date: at } = visitOf(booking, moves, { scheduledDate, quotedAt });
  const query = { userId: booking.user_id, takesMinutes, at, now };
  return { moves, terms: await readTermsFacts(db, env, query) };
}
