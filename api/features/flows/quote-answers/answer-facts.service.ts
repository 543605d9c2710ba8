import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { isLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { findLiveOfQuote, selectOpenOfQuote } from '../../records/payments/payments.repository.ts';
import { readQuoteHours } from '../../records/quotes/current.service.ts';
import {
  findQuote,
  type QuoteRow,
  selectCurrent,
  selectRequest,
} from '../../records/quotes/quotes.repository.ts';
import { stateOf } from '../../records/quotes/quotes.rules.ts';
import { lockRequest } from '../../records/quotes/requests.service.ts';
import type { Answer, QuoteFacts } from './answer.decide.ts';

type Reading = Pick<Deps, 'clock' | 'env'>;

/**
 * Reads the facts of an answer to a quote, which stay as they are until the transaction ends: the booking, and for an
 * agreement on hours its member's ledger are locked in this order, which all changes of bookings share.
 * @param query.quoteId the quote that the person saw
 * @throws Refusal `not_found`, `forbidden` (a customer's answer by another person)
 */
export async function readQuoteFacts(
  db: Tx,
  deps: Reading,
  query: { answer: Answer; person: Person; id: string; quoteId: string },
): Promise<QuoteFacts> {
  const { answer, person, id, quoteId } = query;
  const booking = await (answer === 'withdrawn' ? lockRequest(db, id) : lockOwnBooking(db, person, id));
  const now = deps.clock.now();
  const [newest] = await selectCurrent(db, { bookingId: id });
  const quote = newest?.id === quoteId && stateOf(newest, booking, now) === 'open' ? newest : null;
  const accepts = answer === 'accepted' && quote !== null;
  return {
    booking,
    actorId: person.id,
    now,
    newest: newest ?? null,
    isOutdated: newest?.id !== quoteId && (await findQuote(db, quoteId))?.booking_id === id,
    isLeaving: accepts && (await isLeaving(db, person.id)),
    hours: accepts ? await readHours(db, deps, { quote, booking }, now) : null,
    price: accepts && quote.amount_cents !== null ? await readPrice(db, deps, quote) : null,
    openPayments: answer === 'accepted' ? [] : (await selectOpenOfQuote(db, quoteId)).map((open) => open.id),
  };
}

async function readHours(
  db: Tx,
  { env }: Reading,
  quoted: { quote: QuoteRow; booking: Selectable<BookingTable> },
  now: Date,
): Promise<QuoteFacts['hours']> {
  if (quoted.quote.minutes === null) return null;
  // Two simultaneous quotes must not count on the same hours.
  await holdLedger(db, quoted.booking.user_id);
  return readQuoteHours(db, env, quoted, now);
}

async function readPrice(
  db: Tx,
  { env }: Reading,
  { id, booking_id }: QuoteRow,
): Promise<QuoteFacts['price']> {
  const [request] = await selectRequest(db, { id: booking_id });
  if (!request) throw notFound('Request');
  const live = await findLiveOfQuote(db, id);
  return {
    live: live?.id ?? null,
    nextId: randomUUID(),
    serviceName: request.service_name,
    currency: env.CURRENCY,
  };
}
