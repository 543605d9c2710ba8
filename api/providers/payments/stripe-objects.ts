import type Stripe from 'stripe';
import {
  type CardPayment,
  type Dispute,
  type PaymentIntent,
  PaymentRefused,
  type PlanInvoice,
  type PlanSubscription,
  type Refunds,
  type SavedCard,
} from './payments.ts';
import { tierOf } from './stripe-prices.ts';

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

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

/** The provider may add statuses; an unknown one is not guessed at. */
function known<Status extends string>(statuses: readonly Status[], status: string | null): Status {
  const match = statuses.find((each) => each === status);
  if (match === undefined) throw new PaymentRefused(`Unknown status: ${status}`, 'unknown_status');
  return match;
}

export function intentFrom(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: need(intent.client_secret, 'client_secret'),
    status: known(
      [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
        'requires_capture',
      ],
      intent.status,
    ),
    amountCents: intent.amount,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    metadata: intent.metadata,
    created: instant(intent.created),
  };
}

/** The state of an intent's payment; one that was never tried counts as declined. */
export function paymentFrom(intent: Stripe.PaymentIntent): CardPayment {
  const { status, clientSecret } = intentFrom(intent);
  if (status === 'succeeded') return { state: 'paid' };
  if (status === 'processing') return { state: 'processing' };
  if (status === 'canceled') return { state: 'gone' };
  if (status === 'requires_action') return { state: 'needs_action', clientSecret };
  return { state: 'declined', message: intent.last_payment_error?.message ?? 'Your card was declined.' };
}

/** The name of our own id in the metadata of a refund in part. */
export const refundKey = 'refundId';

/** A refund with an unknown status, or none, counts as under way. */
export function refundsFrom(
  { amount_received, latest_charge }: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): Refunds {
  const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  const sumOf = (some: Stripe.Refund[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const standing = refunds.filter((refund) => !isFailed(refund));
  const givenCents = sumOf(standing.filter(({ status }) => status === 'succeeded'));
  const taken = (state: Dispute['state']) =>
    disputes.filter((dispute) => stateOf(dispute) === state).reduce((sum, { amount }) => sum + amount, 0);
  return {
    givenCents: givenCents + taken('lost'),
    pendingCents: sumOf(standing) - givenCents + taken('open'),
    leftCents: Math.max(0, amount_received - sumOf(standing) - taken('open') - taken('lost')),
    failed: refunds.filter((refund) => isFailed(refund) && !refund.metadata?.[refundKey]).length,
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

/**
 * A subscription, whatever it sells: the owner may move one of ours to a price that we do not know, or add an item.
 * `null` if it sells nothing.
 */
export function subscriptionFrom(subscription: Stripe.Subscription): PlanSubscription | null {
  const tierOfItem = ({ price }: Stripe.SubscriptionItem) => tierOf(idOf(price.product) ?? '');
  const { data: items } = subscription.items;
  const item = items.find((each) => tierOfItem(each) !== null) ?? items[0];
  if (!item) return null;
  const { cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  return {
    id: subscription.id,
    customerId: need(idOf(subscription.customer), 'customer'),
    status: known(
      ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'],
      subscription.status,
    ),
    tier: tierOfItem(item),
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    // The owner can also set a date; a later one than the period's end still lets the next period begin.
    cancelAtPeriodEnd: cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= item.current_period_end),
    isUpdatePending: subscription.pending_update !== null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    metadata: subscription.metadata,
  };
}

const tierOfLine = (line: Stripe.InvoiceLineItem | undefined): string | null =>
  tierOf(idOf(line?.pricing?.price_details?.product) ?? '');

/** The subscription of an invoice. */
export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription);

/** Whether a line of a change of plan credits the old one; in a period's last seconds the credit may round to 0. */
const isCredit = ({ amount, parent }: Stripe.InvoiceLineItem): boolean =>
  amount < 0 ||
  Boolean(
    (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration_details?.credited_items,
  );

export function invoiceFrom(invoice: Stripe.Invoice): PlanInvoice {
  const bought = invoice.lines.data.findLast((line) => !isCredit(line));
  const given = invoice.lines.data.find(isCredit);
  const line = bought ?? invoice.lines.data[0];
  return {
    id: invoice.id,
    subscriptionId: subscriptionOf(invoice),
    customerId: need(idOf(invoice.customer), 'customer'),
    status: known(['draft', 'open', 'paid', 'uncollectible', 'void'], invoice.status),
    billingReason: invoice.billing_reason ?? '',
    tier: tierOfLine(bought),
    fromTier: tierOfLine(given),
    amountPaidCents: invoice.amount_paid,
    amountDueCents: invoice.amount_due,
    nextAttemptAt: invoice.next_payment_attempt ? instant(invoice.next_payment_attempt) : null,
    currency: invoice.currency,
    description: invoice.description ?? line?.description ?? '',
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    periodStart: instant(line?.period.start ?? invoice.period_start),
    periodEnd: instant(line?.period.end ?? invoice.period_end),
    created: instant(invoice.created),
    paidAt: invoice.status_transitions.paid_at ? instant(invoice.status_transitions.paid_at) : null,
  };
}
