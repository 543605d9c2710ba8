import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { type Agreement, agreeOn } from '../bookings/agreed.service.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { endQuote, findQuote, type QuoteRow, updateRequest } from './quotes.repository.ts';
import { isPayable } from './quotes.rules.ts';

/** A quote and its booking, locked until the transaction ends. */
export interface Quoted {
  quote: QuoteRow;
  booking: Selectable<BookingTable>;
}

/** Locked before the payment, which the holder of a booking's lock may wait for. */
export async function lockQuoted(db: Tx, quoteId: string): Promise<Quoted> {
  const known = await findQuote(db, quoteId);
  const booking = known && (await lockAnyBooking(db, known.booking_id));
  // Read again, because another may have settled it while this waited.
  const quote = known && (await findQuote(db, quoteId));
  if (!quote || !booking) throw new Error('The quote of a payment does not exist');
  return { quote, booking };
}

/** Whether a payment just made for the quote can still be booked. */
export const canBePaid = ({ quote, booking }: Quoted, now: string): boolean =>
  isPayable(quote, booking, new Date(now));

/** The same for a quote that the caller does not hold; waits for a transaction that is changing it. */
export const isStillPayable = (db: Db, quoteId: string, now: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => canBePaid(await lockQuoted(tx, quoteId), now));

/** Accepts a locked quote that is paid for, or whose hours are agreed to. */
export async function settleQuote(
  db: Tx,
  { quote, booking }: Quoted,
  pays: Agreement['pays'],
  now: string,
): Promise<void> {
  await endQuote(db, quote.id, { status: 'accepted', settled_at: now });
  await updateRequest(db, booking.id, { state: 'settled', quote_until: null });
  await agreeOn(db, booking, {
    pays,
    scheduledDate: quote.scheduled_date,
    proposedBy: quote.created_by,
    quotedAt: quote.created_at,
    now,
  });
}
