import { bookingChanged } from '../../../bus/changed.ts';
import type { Answer, Body } from '../../../contract/calls/calls.ts';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { keepAgreement, refuseOtherTerms } from '../../records/hours/overage/agreements.service.ts';
import {
  type QuoteParts,
  refuseEnded,
  requireShown,
  termsOfQuote,
} from '../../records/quotes/current.service.ts';
import { selectRequest } from '../../records/quotes/quotes.repository.ts';
import { type Quoted, settleQuote } from '../../records/quotes/settlement.service.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import { claimQuotePayment, openQuotePayment } from '../checkout/quote-payments.service.ts';

/** A payment that has ended makes way for the next; each turn ends one. */
const turns = 3;

/**
 * Accepts the team's quote for the person's own request. A quote in hours is agreed on at once, with missing hours
 * on the terms that were shown. A price begins or continues its one card payment, and is agreed on once paid. An
 * accepted quote is returned as it is.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (expired, withdrawn, declined, cancelled; paid too late and
 * refunded; the account is to be deleted), `terms_changed` (a newer quote, or other figures), `hours_short`,
 * `plan_required`, `payment_unavailable`
 */
export async function acceptQuote(
  deps: QuoteParts,
  person: Person,
  id: string,
  shown: Body<'acceptQuote'>,
): Promise<Answer<'acceptQuote'>> {
  for (let turn = 0; turn < turns; turn += 1) {
    const decided = await decide(deps, person, id, shown);
    if (decided.isAccepted) bookingChanged(deps.changes, { id, userId: person.id });
    const payment = decided.paymentId ? await openQuotePayment(deps, decided.paymentId) : null;
    if (payment?.kind === 'again') continue;
    const clientSecret = payment?.kind === 'pay' ? payment.clientSecret : null;
    return { booking: await readBooking(deps, person, id), clientSecret };
  }
  throw new Refusal('payment_unavailable', 'Card payments are not available just now. Please try again.');
}

interface Decided {
  /** Whether this call accepted it. */
  isAccepted: boolean;
  /** The payment to be made first. */
  paymentId: string | null;
}

function decide(deps: QuoteParts, person: Person, id: string, shown: Body<'acceptQuote'>): Promise<Decided> {
  const { db, clock, env } = deps;
  return db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    const now = clock.now();
    const at = now.toISOString();
    const quote = await requireShown(tx, booking, shown.quoteId);
    if (quote.status === 'accepted') return { isAccepted: false, paymentId: null };
    refuseEnded(quote, booking, now);
    await refuseLeaving(tx, person.id);
    if (quote.amount_cents !== null) {
      const paymentId = await claimQuotePayment(tx, {
        quoteId: quote.id,
        userId: person.id,
        serviceId: booking.service_id,
        amountCents: quote.amount_cents,
        currency: env.CURRENCY,
        description: await nameOf(tx, id),
        now: at,
      });
      return { isAccepted: false, paymentId };
    }
    await agreeOnHours(tx, env, { quote, booking }, { past: shown.past, now });
    return { isAccepted: true, paymentId: null };
  });
}

/** Missing hours are agreed to and charged as those of any booking. */
async function agreeOnHours(
  db: Tx,
  env: QuoteParts['env'],
  quoted: Quoted,
  { past, now }: { past: OverageAgreed | undefined; now: Date },
): Promise<void> {
  const { id: bookingId, user_id: userId } = quoted.booking;
  // Two simultaneous quotes must not count on the same hours.
  await holdLedger(db, userId);
  const terms = await termsOfQuote(db, env, quoted, now);
  if (!terms) throw new Refusal('plan_required', 'This quote uses the hours of a plan, and you have none');
  refuseOtherTerms(terms, past);
  const at = now.toISOString();
  await settleQuote(db, quoted, { minutes: quoted.quote.minutes ?? 0 }, at);
  await keepAgreement(db, terms, { bookingId, userId, now: at });
}

async function nameOf(db: Tx, id: string): Promise<string> {
  const [request] = await selectRequest(db, { id });
  if (!request) throw notFound('Request');
  return request.service_name;
}
