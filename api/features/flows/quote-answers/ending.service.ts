import { bookingChanged } from '../../../bus/changed.ts';
import type { Body } from '../../../contract/calls/calls.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { CustomRequest } from '../../../contract/schemas/quotes.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { announceWithdrawal } from '../../records/notices/notices.service.ts';
import { type QuoteParts, refuseEnded, requireShown } from '../../records/quotes/current.service.ts';
import { endQuote, selectCurrent, updateRequest } from '../../records/quotes/quotes.repository.ts';
import { requestStateOf, stateOf } from '../../records/quotes/quotes.rules.ts';
import { answeredMeanwhile, lockRequest, readRequest } from '../../records/quotes/requests.service.ts';
import type { Quoted } from '../../records/quotes/settlement.service.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import { giveUpQuotePayments } from '../checkout/quote-payments.service.ts';

/**
 * Declines the team's quote. The request stays open: the team may send another quote, and its customer may cancel
 * it. A repeat changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (no longer open), `terms_changed` (a newer quote)
 */
export async function declineQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  { quoteId }: Body<'declineQuote'>,
): Promise<BookingDetail> {
  const { db, clock } = deps;
  const declined = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    const quote = await requireShown(tx, booking, quoteId);
    if (quote.status === 'declined') return null;
    const now = clock.now();
    refuseEnded(quote, booking, now);
    return end(tx, { quote, booking }, 'declined', now.toISOString());
  });
  if (declined) await tellEnded(deps, declined);
  return readBooking(deps, person, id);
}

/**
 * Withdraws the open quote, also an expired one. The request waits again, and its answer stays due two hours after
 * the request. The customer is notified as they were of the quote, if they could still have accepted it. A repeat
 * changes nothing.
 * @param quoteId the quote that the administrator saw, so that another's is not withdrawn unknowingly
 * @throws Refusal `not_found` (no request, or no quote was ever sent), `conflict` (its customer has answered; it is
 * not the newest)
 */
export async function withdrawQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  quoteId: string,
): Promise<CustomRequest> {
  const { db, clock } = deps;
  const withdrawn = await db.transaction().execute(async (tx) => {
    const booking = await lockRequest(tx, id);
    const [quote] = await selectCurrent(tx, { bookingId: id });
    if (!quote) throw notFound('Quote');
    if (quote.id !== quoteId) throw answeredMeanwhile();
    if (quote.status === 'withdrawn') return null;
    if (quote.status !== 'open') throw new Refusal('conflict', `This quote has been ${quote.status} already`);
    const at = clock.now();
    const now = at.toISOString();
    const previousState = stateOf(quote, booking, at);
    const ended = await end(tx, { quote, booking }, 'withdrawn', now);
    if (previousState === 'open')
      await announceWithdrawal(tx, { quoteId, bookingId: id, userId: booking.user_id, now });
    await recordAct(tx, {
      actorId: person.id,
      act: 'quote_withdrawn',
      subject: { kind: 'booking', id },
      userId: booking.user_id,
      details: { quoteId, was: previousState },
      now,
    });
    return ended;
  });
  if (withdrawn) await tellEnded(deps, withdrawn);
  return readRequest(deps, id);
}

interface Ended {
  id: string;
  userId: string;
  quoteId: string;
}

/** Ends an open quote without an agreement; the caller holds its booking's lock. */
async function end(
  db: Tx,
  { quote, booking }: Quoted,
  status: 'declined' | 'withdrawn',
  now: string,
): Promise<Ended> {
  await endQuote(db, quote.id, { status, settled_at: now });
  await updateRequest(db, booking.id, { state: requestStateOf(booking.status, status), quote_until: null });
  return { id: booking.id, userId: booking.user_id, quoteId: quote.id };
}

/** Tells that a quote has ended, and cancels its unpaid payments; called after the transaction. */
async function tellEnded(deps: QuoteParts, { quoteId, ...booking }: Ended): Promise<void> {
  bookingChanged(deps.changes, booking);
  await giveUpQuotePayments(deps, quoteId);
}
