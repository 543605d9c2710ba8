import type Stripe from 'stripe';
import type { PlanInvoice, PlanShare, PlanSubscription, Unclear } from './payments.ts';
import { idOf, instant, need, readStatus } from './stripe-objects.ts';
import { versionOf } from './stripe-prices.ts';

const versionOfItem = ({ price }: Stripe.SubscriptionItem): string | null =>
  versionOf(idOf(price.product) ?? '');

/**
 * The item that is our plan, although the owner may have added others; the first one if no price is ours.
 * `undefined` if the subscription sells nothing.
 */
export const planItemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined =>
  items.data.find((each) => versionOfItem(each) !== null) ?? items.data[0];

/**
 * A subscription, whatever it sells: the owner may move one of ours to a price that we do not know, or add an item.
 * `null` if it sells nothing.
 */
export function subscriptionFrom(subscription: Stripe.Subscription): PlanSubscription | null {
  const item = planItemOf(subscription);
  if (!item) return null;
  const { id, cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const { status, unclear } = readStatus(
    ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'],
    { kind: 'subscription', id, status: subscription.status },
  );
  return {
    id,
    customerId: need(idOf(subscription.customer), 'customer'),
    status,
    unclear: [...unclear, ...otherwiseSold(subscription, item)],
    versionId: versionOfItem(item),
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    // The owner can also set a date; a later one than the period's end still lets the next period begin.
    cancelAtPeriodEnd: cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= item.current_period_end),
    isUpdatePending: subscription.pending_update !== null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    metadata: subscription.metadata,
  };
}

/** The ways in which a subscription is not as we sell it. */
function otherwiseSold(
  { id, items, schedule }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Unclear[] {
  const found = (what: Unclear['what'], word: string) => ({
    kind: 'subscription' as const,
    id,
    what,
    said: word,
  });
  const productOf = ({ price }: Stripe.SubscriptionItem) => idOf(price.product) ?? '';
  const others = items.data.filter((each) => each !== item);
  return [
    ...(versionOfItem(item) === null ? [found('price', productOf(item))] : []),
    ...(others.length ? [found('item', others.map(productOf).join(', '))] : []),
    ...((item.quantity ?? 1) === 1 ? [] : [found('quantity', String(item.quantity))]),
    ...(schedule ? [found('schedule', idOf(schedule) ?? '')] : []),
  ];
}

const versionOfLine = (line: Stripe.InvoiceLineItem | undefined): string | null =>
  versionOf(idOf(line?.pricing?.price_details?.product) ?? '');

/** The subscription of an invoice. */
export const subscriptionOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription);

const prorationOf = ({ parent }: Stripe.InvoiceLineItem) =>
  parent?.subscription_item_details ?? parent?.invoice_item_details;

/** Whether a line of a change of plan credits the old one; in a period's last seconds the credit may round to 0. */
const isCredit = (line: Stripe.InvoiceLineItem): boolean =>
  line.amount < 0 || Boolean(prorationOf(line)?.proration_details?.credited_items);

/**
 * The line that sells the plan. The owner can add others to a draft, and a change of plan charges the rest of an
 * earlier period too.
 */
function boughtOf(charges: Stripe.InvoiceLineItem[]): Stripe.InvoiceLineItem | undefined {
  const ofPlans = charges.filter((line) => versionOfLine(line) !== null);
  const ofSubscription = charges.filter(({ parent }) => parent?.subscription_item_details);
  const wholePeriod = (lines: Stripe.InvoiceLineItem[]) =>
    lines.findLast((line) => !prorationOf(line)?.proration);
  return (
    wholePeriod(ofPlans) ??
    ofPlans.at(-1) ??
    wholePeriod(ofSubscription) ??
    ofSubscription.at(-1) ??
    charges.at(-1)
  );
}

/** What is sold for nothing, such as a trial, is not sold; a discount comes after a line's own sum. */
const quantityOf = (line: Stripe.InvoiceLineItem | undefined): number =>
  line && line.subtotal !== 0 ? (line.quantity ?? 1) : 0;

function shareOf(bought: Stripe.InvoiceLineItem, lines: Stripe.InvoiceLineItem[]): PlanShare {
  const given = lines.find((line) => isCredit(line) && line.period.end === bought.period.end);
  return {
    versionId: versionOfLine(bought),
    quantity: quantityOf(bought),
    fromVersionId: versionOfLine(given),
    fromQuantity: given?.quantity ?? (given ? 1 : 0),
    periodStart: instant(bought.period.start),
    periodEnd: instant(bought.period.end),
  };
}

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function statusOf({ id, status, total, pre_payment_credit_notes_amount: credited }: Stripe.Invoice) {
  // A credit note over the whole sum ends an unpaid invoice as paid, although nothing was.
  if (status === 'paid' && total > 0 && credited >= total) return { status: 'void' as const, unclear: [] };
  return readStatus(invoiceStatuses, { kind: 'invoice', id, status });
}

export function invoiceFrom(invoice: Stripe.Invoice): PlanInvoice {
  const lines = invoice.lines.data;
  const charges = lines.filter((line) => !isCredit(line));
  const bought = boughtOf(charges);
  const earlier = charges.findLast(
    (line) => bought && versionOfLine(line) !== null && line.period.end < bought.period.end,
  );
  const line = bought ?? lines[0];
  return {
    id: invoice.id,
    subscriptionId: subscriptionOf(invoice),
    customerId: need(idOf(invoice.customer), 'customer'),
    ...statusOf(invoice),
    billingReason: invoice.billing_reason ?? '',
    ...(line && bought
      ? shareOf(bought, lines)
      : {
          versionId: null,
          quantity: 0,
          fromVersionId: versionOfLine(line),
          fromQuantity: line?.quantity ?? 0,
          periodStart: instant(line?.period.start ?? invoice.period_start),
          periodEnd: instant(line?.period.end ?? invoice.period_end),
        }),
    earlier: earlier ? shareOf(earlier, lines) : null,
    // What was paid outside of the provider may not be part of its own sum.
    amountPaidCents: Math.max(invoice.amount_paid, invoice.amount_paid_off_stripe ?? 0),
    amountDueCents: invoice.amount_due,
    nextAttemptAt: invoice.next_payment_attempt ? instant(invoice.next_payment_attempt) : null,
    currency: invoice.currency,
    description: invoice.description ?? line?.description ?? '',
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    created: instant(invoice.created),
    paidAt: invoice.status_transitions.paid_at ? instant(invoice.status_transitions.paid_at) : null,
  };
}
