import type Stripe from 'stripe';
import {
  type CardPayment,
  type Dispute,
  isUndecided,
  type PaymentIntent,
  PaymentRefused,
  type Refunds,
  type SavedCard,
  type Unclear,
} from './payments.ts';

export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  const id: unknown = typeof reference === 'object' ? reference?.id : reference;
  return typeof id === 'string' ? id : null;
}

/** The secret with which a browser pays an invoice that was read with its `confirmation_secret`. */
export const secretOf = (invoice: string | Stripe.Invoice | null): string | null =>
  (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || null;

export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new PaymentRefused(`The provider left out ${what}.`, what);
  return value;
}

/**
 * The provider may add statuses; an unknown one is not guessed at.
 * @returns the status, and what the team is to be told of it
 */
export function readStatus<Status extends string>(
  statuses: readonly Status[],
  { kind, id, status }: Pick<Unclear, 'kind' | 'id'> & { status: string | null },
): { status: Status | 'unknown'; unclear: Unclear[] } {
  const match = statuses.find((each) => each === status);
  if (match !== undefined) return { status: match, unclear: [] };
  return { status: 'unknown', unclear: [{ kind, id, what: 'status', said: status ?? '' }] };
}

export function intentFrom(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: need(intent.client_secret, 'client_secret'),
    ...readStatus(
      [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
        'requires_capture',
      ],
      { kind: 'payment', id: intent.id, status: intent.status },
    ),
    amountCents: intent.amount,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    metadata: intent.metadata,
    created: instant(intent.created),
  };
}

/** The state of an intent's payment; one that was never tried counts as declined, an undecided one as under way. */
export function paymentFrom(intent: Stripe.PaymentIntent): CardPayment {
  const { status, clientSecret } = intentFrom(intent);
  if (status === 'succeeded') return { state: 'paid' };
  if (isUndecided(status)) return { state: 'processing' };
  if (status === 'canceled') return { state: 'gone' };
  if (status === 'requires_action') return { state: 'needs_action', clientSecret };
  return { state: 'declined', message: intent.last_payment_error?.message ?? 'Your card was declined.' };
}

const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'];

/** The name of our own id in the metadata of a refund in part. */
export const refundKey = 'refundId';

/** A refund with an unknown status, or none, counts as under way. */
export function refundsFrom(
  { id, amount_received, latest_charge }: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): Refunds {
  const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  const sumOf = (some: Stripe.Refund[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const standing = refunds.filter((refund) => !isFailed(refund));
  const givenCents = sumOf(standing.filter(({ status }) => status === 'succeeded'));
  const unknown = new Set(
    refunds.flatMap(({ status }) => (status === null || refundStatuses.includes(status) ? [] : status)),
  );
  const taken = (state: Dispute['state']) =>
    disputes.filter((dispute) => stateOf(dispute) === state).reduce((sum, { amount }) => sum + amount, 0);
  return {
    givenCents: givenCents + taken('lost'),
    pendingCents: sumOf(standing) - givenCents + taken('open'),
    leftCents: Math.max(0, amount_received - sumOf(standing) - taken('open') - taken('lost')),
    failed: refunds.filter((refund) => isFailed(refund) && !refund.metadata?.[refundKey]).length,
    unclear: unknown.size ? [{ kind: 'payment', id, what: 'refund', said: [...unknown].join(', ') }] : [],
    parts: refunds.flatMap((refund) => {
      const refundId = refund.metadata?.[refundKey];
      const state = isFailed(refund) ? 'failed' : refund.status === 'succeeded' ? 'made' : 'under_way';
      return refundId ? [{ refundId, state }] : [];
    }),
    isDisputed: disputes.some((dispute) => stateOf(dispute) === 'open'),
    card: cardOf(latest_charge),
  };
}

function cardOf(charge: Stripe.PaymentIntent['latest_charge'] | undefined): Refunds['card'] {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null;
  return card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null;
}

const disputeStates: Record<string, Dispute['state']> = {
  needs_response: 'open',
  under_review: 'open',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  won: 'won',
  lost: 'lost',
  prevented: 'won',
  warning_closed: 'won',
};

/** The provider may add statuses; an unknown one is no reason to freeze anything. */
const stateOf = ({ status }: Stripe.Dispute): Dispute['state'] => disputeStates[status] ?? 'unknown';

export const disputeFrom = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  amountCents: dispute.amount,
  reason: dispute.reason,
  state: stateOf(dispute),
  answerBy: dispute.evidence_details.due_by ? instant(dispute.evidence_details.due_by) : null,
  created: instant(dispute.created),
});

export function cardFrom({ id, card }: Stripe.PaymentMethod): SavedCard[] {
  if (!card) return [];
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return [{ id, brand, last4, expMonth, expYear }];
}
