import { bookingChanged } from '../../../bus/changed.ts';
import type { Answer as AnswerOf, Body } from '../../../contract/calls/calls.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { CustomRequest } from '../../../contract/schemas/quotes.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { keepAgreement } from '../../records/hours/overage/agreements.service.ts';
import { announceWithdrawal } from '../../records/notices/notices.service.ts';
import { insertPayment } from '../../records/payments/payments.repository.ts';
import type { QuoteParts } from '../../records/quotes/current.service.ts';
import { readRequest } from '../../records/quotes/requests.service.ts';
import { writeAgreed, writeEnd } from '../../records/quotes/settlement.service.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import { giveUpPayments, openQuotePayment } from '../checkout/quote-payments.service.ts';
import {
  type Answer,
  decideAcceptance,
  decideDecline,
  decideWithdrawal,
  type QuoteDecision,
  type QuoteFacts,
  type QuoteWrites,
} from './answer.decide.ts';
import { readQuoteFacts } from './answer-facts.service.ts';

/** A payment that has ended makes way for the next; each turn ends one. */
const turns = 3;

/**
 * Accepts the team's quote for the person's own request, as `decideAcceptance` decides.
 * @throws Refusal `forbidden`, `conflict` (paid too late and refunded), `payment_unavailable`, and those of
 * `decideAcceptance`
 */
export async function acceptQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  shown: Body<'acceptQuote'>,
): Promise<AnswerOf<'acceptQuote'>> {
  const query = { answer: 'accepted', person, id, quoteId: shown.quoteId } as const;
  for (let turn = 0; turn < turns; turn += 1) {
    const { after } = await answer(deps, query, (facts) => decideAcceptance(facts, shown));
    const payment = after.payment ? await openQuotePayment(deps, after.payment) : null;
    if (payment?.kind === 'again') continue;
    const clientSecret = payment?.kind === 'pay' ? payment.clientSecret : null;
    return { booking: await readBooking(deps, person, id), clientSecret };
  }
  throw new Refusal('payment_unavailable', 'Card payments are not available just now. Please try again.');
}

/**
 * Declines the team's quote, as `decideDecline` decides.
 * @throws Refusal `forbidden`, and those of `decideDecline`
 */
export async function declineQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  { quoteId }: Body<'declineQuote'>,
): Promise<BookingDetail> {
  const query = { answer: 'declined', person, id, quoteId } as const;
  await answer(deps, query, (facts) => decideDecline(facts, quoteId));
  return readBooking(deps, person, id);
}

/**
 * Withdraws the open quote, as `decideWithdrawal` decides; the contract asks for the permission.
 * @param quoteId the quote that the administrator saw, so that another's is not withdrawn unknowingly
 * @throws Refusal `not_found` (no request), and those of `decideWithdrawal`
 */
export async function withdrawQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  quoteId: string,
): Promise<CustomRequest> {
  const query = { answer: 'withdrawn', person, id, quoteId } as const;
  await answer(deps, query, (facts) => decideWithdrawal(facts, quoteId));
  return readRequest(deps, id);
}

/** Decides an answer from facts under locks, writes exactly that, and carries out the rest after the transaction. */
async function answer(
  deps: QuoteParts,
  query: { answer: Answer; person: Person; id: string; quoteId: string },
  decide: (facts: QuoteFacts) => QuoteDecision,
): Promise<QuoteDecision> {
  const decision = await deps.db.transaction().execute(async (tx) => {
    const facts = await readQuoteFacts(tx, deps, query);
    const decided = decide(facts);
    if (decided.writes) await applyAnswer(tx, decided.writes, facts.newest);
    return decided;
  });
  await carryOutAnswer(deps, decision);
  return decision;
}

/** Writes a decided answer, in the transaction that holds the rows of its facts. */
async function applyAnswer(db: Tx, writes: QuoteWrites, quote: QuoteFacts['newest']): Promise<void> {
  const { booking, actorId, now, end, agreed, payment, withdrawnFrom } = writes;
  const about = { bookingId: booking.id, userId: booking.user_id, now };
  if (payment) await insertPayment(db, payment);
  if (end) await writeEnd(db, end);
  if (agreed && quote) {
    await writeAgreed(db, { quote, booking }, agreed.booking);
    await keepAgreement(db, agreed.terms, about);
  }
  if (!end || !withdrawnFrom) return;
  const { quoteId } = end;
  if (withdrawnFrom === 'open') await announceWithdrawal(db, { ...about, quoteId });
  const subject = { kind: 'booking', id: booking.id } as const;
  const details = { quoteId, was: withdrawnFrom };
  await recordAct(db, { ...about, actorId, act: 'quote_withdrawn', subject, details });
}

/** Tells open apps of a quote's end, and cancels its unpaid payments at the provider; after the transaction. */
async function carryOutAnswer(deps: QuoteParts, { writes, after }: QuoteDecision): Promise<void> {
  if (writes?.end) bookingChanged(deps.changes, { id: writes.booking.id, userId: writes.booking.user_id });
  await giveUpPayments(deps, after.retired);
}
