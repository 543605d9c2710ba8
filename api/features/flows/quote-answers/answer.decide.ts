import type { Selectable } from 'kysely';
import type { BookingTerms, OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import type { Quote } from '../../../contract/schemas/quotes.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { leaving } from '../../records/account/deletion/deletion.rules.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import type { BookingWrites } from '../../records/bookings/writes.service.ts';
import { refuseOtherTerms } from '../../records/hours/overage/overage-terms.rules.ts';
import { newPayment } from '../../records/payments/new-payment.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { type QuoteHours, termsOfQuote } from '../../records/quotes/quote-terms.rules.ts';
import type { QuoteRow } from '../../records/quotes/quotes.repository.ts';
import { answeredMeanwhile, mayQuote, stateOf } from '../../records/quotes/quotes.rules.ts';
import { endOf, type QuoteEnd, settlementOf } from '../../records/quotes/settlement.rules.ts';

export type Answer = 'accepted' | 'declined' | 'withdrawn';

/** The facts on which an answer to a quote depends. */
export interface QuoteFacts {
  booking: Selectable<BookingTable>;
  actorId: string;
  now: Date;
  /** The booking's newest quote. */
  newest: QuoteRow | null;
  /** Whether the person saw an earlier quote of this booking. */
  isOutdated: boolean;
  /** Whether the customer's account is to be deleted. */
  isLeaving: boolean;
  /** For an acceptance in hours. */
  hours: QuoteHours | null;
  /** For an acceptance of a price: the payment that can still succeed, or else the id and the content of a new one. */
  price: { live: string | null; nextId: string; serviceName: string; currency: string } | null;
  /** For an end without an agreement: the quote's payments that can still be made, by their ids. */
  openPayments: readonly string[];
}

/** The rows that an answer writes. */
export interface QuoteWrites {
  booking: Selectable<BookingTable>;
  actorId: string;
  now: string;
  end: QuoteEnd | null;
  /** The booking that an agreement on hours makes of the request, and the terms. */
  agreed: { booking: BookingWrites; terms: BookingTerms } | null;
  /** A payment that is begun. */
  payment: PaymentTable | null;
  /** For the log of a withdrawal: the quote's state before. Its customer is told if it was open. */
  withdrawnFrom: Quote['state'] | null;
}

export interface QuoteDecision {
  /** `null` if nothing changes: a repeat, or a payment that is continued. */
  writes: QuoteWrites | null;
  /** The work left after the transaction, by the ids of payments: one to be made, and those to be cancelled. */
  after: { payment: string | null; retired: readonly string[] };
}

const unchanged: QuoteDecision = { writes: null, after: { payment: null, retired: [] } };

/**
 * Decides the acceptance of a quote. A quote in hours is agreed on at once, with missing hours on the terms that were
 * shown. A price begins or continues its one card payment, and is agreed on once paid. A repeat changes nothing.
 * @throws Refusal `not_found`, `conflict` (expired, withdrawn, declined, cancelled; the account is to be deleted),
 * `terms_changed` (a newer quote, or other figures), `hours_short`, `plan_required`
 */
export function decideAcceptance(
  facts: QuoteFacts,
  shown: { quoteId: string; past?: OverageAgreed | undefined },
): QuoteDecision {
  const { booking, now, hours, price } = facts;
  const quote = requireShown(facts, shown.quoteId);
  if (quote.status === 'accepted') return unchanged;
  refuseEnded(quote, booking, now);
  if (facts.isLeaving) throw leaving();
  if (price) return decidePayment(facts, quote, price);
  const terms = hours && termsOfQuote({ quote, booking }, hours);
  if (!hours || !terms)
    throw new Refusal('plan_required', 'This quote uses the hours of a plan, and you have none');
  refuseOtherTerms(terms, shown.past);
  const pays = { minutes: quote.minutes ?? 0 };
  const { end, booking: change } = settlementOf({ quote, booking }, hours.moves, pays, now.toISOString());
  return {
    writes: { ...writesOf(facts), end, agreed: { booking: change, terms } },
    after: { payment: null, retired: [] },
  };
}

/** The one payment of a quote that can still succeed, begun if there is none. */
function decidePayment(
  facts: QuoteFacts,
  quote: QuoteRow,
  { live, nextId, serviceName, currency }: NonNullable<QuoteFacts['price']>,
): QuoteDecision {
  if (live) return { writes: null, after: { payment: live, retired: [] } };
  const { booking, now } = facts;
  const payment = newPayment(
    {
      id: nextId,
      user_id: booking.user_id,
      service_id: booking.service_id,
      quote_id: quote.id,
      amount_cents: quote.amount_cents ?? 0,
      currency,
      description: serviceName,
    },
    now.toISOString(),
  );
  return { writes: { ...writesOf(facts), payment }, after: { payment: nextId, retired: [] } };
}

/**
 * Decides that the customer declines a quote. The request stays open: the team may send another quote, and its
 * customer may cancel it. A repeat changes nothing.
 * @throws Refusal `not_found`, `conflict` (no longer open), `terms_changed` (a newer quote)
 */
export function decideDecline(facts: QuoteFacts, quoteId: string): QuoteDecision {
  const quote = requireShown(facts, quoteId);
  if (quote.status === 'declined') return unchanged;
  refuseEnded(quote, facts.booking, facts.now);
  return ended(facts, quote, 'declined');
}

/**
 * Decides that the team withdraws an open quote, also an expired one. The request waits again, and its answer stays due
 * two hours after the request. The customer is notified as they were of the quote, if they could still have accepted
 * it. A repeat changes nothing.
 * @throws Refusal `not_found` (no quote was ever sent), `conflict` (its customer has answered; it is not the newest)
 */
export function decideWithdrawal(facts: QuoteFacts, quoteId: string): QuoteDecision {
  const { newest: quote } = facts;
  if (!quote) throw notFound('Quote');
  if (quote.id !== quoteId) throw answeredMeanwhile();
  if (quote.status === 'withdrawn') return unchanged;
  if (quote.status !== 'open') throw new Refusal('conflict', `This quote has been ${quote.status} already`);
  return ended(facts, quote, 'withdrawn');
}

/** Ends an open quote without an agreement. */
function ended(facts: QuoteFacts, quote: QuoteRow, status: 'declined' | 'withdrawn'): QuoteDecision {
  const { booking, now, openPayments } = facts;
  const end = endOf({ quote, booking }, status, now.toISOString());
  const withdrawnFrom = status === 'withdrawn' ? stateOf(quote, booking, now) : null;
  return {
    writes: { ...writesOf(facts), end, withdrawnFrom },
    after: { payment: null, retired: openPayments },
  };
}

const writesOf = ({ booking, actorId, now }: QuoteFacts): QuoteWrites => ({
  booking,
  actorId,
  now: now.toISOString(),
  end: null,
  agreed: null,
  payment: null,
  withdrawnFrom: null,
});

/** The newest quote, if it is the one that was shown. */
function requireShown({ newest, isOutdated }: QuoteFacts, shownId: string): QuoteRow {
  if (newest?.id === shownId) return newest;
  if (!isOutdated) throw notFound('Quote');
  throw new Refusal('terms_changed', 'The team has sent another quote since. Please look at it again.');
}

const endings = {
  accepted: 'You have accepted this quote already',
  declined: 'You have declined this quote already',
  withdrawn: 'The team has withdrawn this quote',
  expired: 'This quote has expired. Write to the team for a new one.',
};

/** @throws Refusal `conflict` for a quote that can no longer be answered */
function refuseEnded(quote: QuoteRow, booking: QuoteFacts['booking'], now: Date): void {
  const state = stateOf(quote, booking, now);
  if (state !== 'open') throw new Refusal('conflict', endings[state]);
  if (!mayQuote(booking)) throw new Refusal('conflict', 'This request can no longer be quoted for');
}
