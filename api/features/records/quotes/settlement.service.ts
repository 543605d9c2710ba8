import type { Db, Tx } from '../../../db/database.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { type BookingWrites, writeBooking } from '../bookings/writes.service.ts';
import { takeQuotedTime } from './quoted-time.service.ts';
import { endQuote, findQuote, updateRequest } from './quotes.repository.ts';
import { canBePaid, type Quoted, type QuoteEnd, type Settlement } from './settlement.rules.ts';

/**
 * A quote and its booking, locked until the transaction ends; before the payment, which the holder of a booking's lock
 * may wait for.
 */
export async function lockQuoted(db: Tx, quoteId: string): Promise<Quoted> {
  const known = await findQuote(db, quoteId);
  const booking = known && (await lockAnyBooking(db, known.booking_id));
  // Read again, because another may have settled it while this waited.
  const quote = known && (await findQuote(db, quoteId));
  if (!quote || !booking) throw new Error('The quote of a payment does not exist');
  return { quote, booking };
}

/** `canBePaid` for a quote that the caller does not hold; waits for a transaction that is changing it. */
export const isStillPayable = (db: Db, quoteId: string, now: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => canBePaid(await lockQuoted(tx, quoteId), now));

/** Writes the end of a quote; the caller holds its booking's lock. */
export async function writeEnd(db: Tx, { quoteId, bookingId, status, state, now }: QuoteEnd): Promise<void> {
  await endQuote(db, quoteId, { status, settled_at: now });
  await updateRequest(db, bookingId, { state, quote_until: null });
}

/** Writes an accepted quote, in the transaction that holds its booking; a proposed free time is looked for. */
export async function writeSettlement(db: Tx, quoted: Quoted, { end, booking }: Settlement): Promise<void> {
  await writeEnd(db, end);
  await writeAgreed(db, quoted, booking);
}

/** Writes the booking that an accepted quote makes of its request. */
export async function writeAgreed(db: Tx, quoted: Quoted, booking: BookingWrites): Promise<void> {
  const { agreed, workers } = await takeQuotedTime(db, quoted, booking);
  await writeBooking(db, agreed, workers);
}
