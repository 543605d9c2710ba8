import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { flag, integer, listOf, mergeMetadata, metadata, text } from '../core/wire.ts';
import { customerOf } from '../customers/customers.ts';
import { attemptPayment } from './collection.ts';
import { prorationLines } from './invoice-lines.ts';
import { balanceUsed } from './invoice-states.ts';
import { draftInvoice, issueInvoice } from './invoices.ts';
import { applied, changeSubscription, dropPendingUpdate } from './subscription-states.ts';
import {
  isOver,
  itemAt,
  itemOf,
  pendingInvoiceId,
  priceOfItem,
  recurringOf,
  subscriptionOf,
  withCancelAt,
  withCancelAtPeriodEnd,
  withItem,
} from './subscriptions.ts';

type Subscription = Objects['subscription'];
type Item = Objects['subscription_item'];

/**
 * The longest time that a pending update waits for its payment, unless its period ends before (docs: pending
 * updates).
 */
const pendingSeconds = 23 * 3600;

/** The parameters that change the price; shared with previews. */
export const priceChange = {
  items: z.optional(
    listOf(z.strictObject({ id: z.optional(text), price: z.optional(text), quantity: z.optional(integer) })),
  ),
  proration_behavior: z.optional(z.enum(['none', 'always_invoice', 'create_prorations'])),
  /** Unix seconds. */
  proration_date: z.optional(integer),
  cancel_at_period_end: z.optional(flag),
};

/**
 * The changes that the product makes to a running subscription; the sandbox refuses all others instead of
 * pretending.
 */
export const subscriptionUpdate = z.strictObject({
  ...priceChange,
  /** Unix seconds; an empty text removes the date. */
  cancel_at: z.optional(z.union([integer, z.literal('').transform(() => null)])),
  payment_behavior: z.optional(z.enum(['allow_incomplete', 'pending_if_incomplete'])),
  default_payment_method: z.optional(text),
  metadata: z.optional(metadata),
});
type Update = z.output<typeof subscriptionUpdate>;

/** Metadata is allowed since 2026-05-27, the end of the period since 2026-09-30 (changelog). */
const allowedWhilePending = [
  'items',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
  'metadata',
  'cancel_at_period_end',
];

/** The item after the change; `null` if it stays the same. @throws ApiError */
export function itemAfter(
  ctx: Context,
  subscription: Subscription,
  input: Pick<Update, 'items' | 'proration_behavior'>,
): Item | null {
  if (input.items === undefined) return null;
  const item = itemOf(subscription);
  const [wanted, ...others] = input.items;
  if (!wanted || others.length > 0 || wanted.id === undefined) {
    throw invalidRequest('The sandbox sells subscriptions of exactly one item.', { param: 'items' });
  }
  if (wanted.id !== item.id) throw missing('subscription item', wanted.id, 'items[0][id]');
  const price = wanted.price === undefined ? item.price : priceOfItem(ctx, wanted.price);
  if (price.currency !== subscription.currency) {
    throw invalidRequest(
      `The price specified supports currencies of \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param: 'items[0][price]' },
    );
  }
  const [next, previous] = [recurringOf(price), recurringOf(item.price)];
  if (next.interval !== previous.interval || next.interval_count !== previous.interval_count) {
    throw invalidRequest('The sandbox keeps the interval of a subscription.', { param: 'items[0][price]' });
  }
  const after = itemAt(item, price, wanted.quantity);
  if (after.price.id === item.price.id && after.quantity === item.quantity) return null;
  if ((input.proration_behavior ?? 'create_prorations') === 'create_prorations') {
    throw invalidRequest('The sandbox prorates at once or not at all.', { param: 'proration_behavior' });
  }
  return after;
}

/** The time from which a change of price counts: now, or another within the period. @throws ApiError */
export function prorationTime(ctx: Context, subscription: Subscription, given: number | undefined): number {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const at = given ?? ctx.now();
  if (given !== undefined && (at < start || at > end)) {
    throw invalidRequest('Cannot specify proration date outside of current subscription period', {
      param: 'proration_date',
    });
  }
  return at;
}

/** The draft of the invoice that a change of price creates at once. */
export function draftUpdate(
  ctx: Context,
  subscription: Subscription,
  after: Item,
  at: number,
): Objects['invoice'] {
  const customer = customerOf(ctx, idOf(subscription.customer) ?? '');
  // A pending update is dropped for this one, and its part of the balance is returned.
  const dropped = ctx.store.get('invoice', pendingInvoiceId(subscription) ?? '');
  return draftInvoice(ctx, {
    subscription,
    customer: { ...customer, balance: customer.balance + (dropped ? balanceUsed(dropped) : 0) },
    billingReason: 'subscription_update',
    currency: after.price.currency,
    lines: (invoice) => prorationLines(ctx, invoice, subscription, itemOf(subscription), after, at),
  });
}

/** @throws ApiError if the subscription's state or the other parameters do not allow the call */
function refuseUnlessAllowed(subscription: Subscription, input: Update): void {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (isOver(subscription) && given.some((name) => name !== 'metadata')) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (subscription.status === 'incomplete' && input.items) {
    throw invalidRequest('The items of an incomplete subscription cannot be updated.', { param: 'items' });
  }
  if (input.cancel_at !== undefined && input.cancel_at_period_end !== undefined) {
    throw invalidRequest('Only one of `cancel_at` and `cancel_at_period_end` can be set.', {
      param: 'cancel_at',
    });
  }
  if (input.payment_behavior !== 'pending_if_incomplete') return;
  const refused = given.find((name) => !allowedWhilePending.includes(name));
  if (refused) {
    throw invalidRequest(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${refused}\` is not supported. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference#supported-attributes for more details.`,
      { param: refused },
    );
  }
}

/**
 * Changes a subscription. A change of price without proration counts from the next invoice on. With `always_invoice`
 * its cost is charged at once; unpaid, the change waits (`pending_if_incomplete`), or the subscription becomes past
 * due.
 * @throws ApiError
 */
export function updateSubscription(ctx: Context, id: string, input: Update): Subscription {
  const subscription = subscriptionOf(ctx, id);
  refuseUnlessAllowed(subscription, input);
  const method = input.default_payment_method;
  if (
    method !== undefined &&
    ctx.store.get('payment_method', method)?.customer !== idOf(subscription.customer)
  ) {
    throw missing('PaymentMethod', method, 'default_payment_method');
  }
  const item = itemAfter(ctx, subscription, input);
  const at = prorationTime(ctx, subscription, input.proration_date);
  const ends = input.cancel_at_period_end;
  const pendingEnds = subscription.pending_update?.cancel_at_period_end ?? null;
  const conflicts = ends !== undefined && pendingEnds !== null && ends !== pendingEnds;
  const before = item || conflicts ? dropPendingUpdate(ctx, subscription) : subscription;

  const costs = item !== null && input.proration_behavior === 'always_invoice';
  if (costs && input.payment_behavior === 'pending_if_incomplete') {
    return bill(ctx, before, before, item, at, input);
  }
  const ending = ends === undefined ? before : withCancelAtPeriodEnd(before, ends, ctx.now());
  const dated = input.cancel_at === undefined ? ending : withCancelAt(ending, input.cancel_at, ctx.now());
  const plain: Subscription = {
    ...dated,
    default_payment_method: method ?? dated.default_payment_method,
    metadata: mergeMetadata(dated.metadata, input.metadata),
  };
  if (costs) return bill(ctx, before, plain, item, at, input);
  return changeSubscription(ctx, before, item ? withItem(plain, item) : plain);
}

/** Charges the cost of a change of price, and carries the change out or leaves it pending. */
function bill(
  ctx: Context,
  before: Subscription,
  base: Subscription,
  item: Item,
  at: number,
  input: Update,
): Subscription {
  const waits = input.payment_behavior === 'pending_if_incomplete';
  const draft = draftUpdate(ctx, base, item, at);
  ctx.store.put<Subscription>({ ...base, latest_invoice: draft.id });
  const issued = issueInvoice(ctx, { ...draft, auto_advance: !waits });
  const invoice = issued.status === 'open' ? attemptPayment(ctx, issued, !waits) : issued;
  // Read again, because the payment itself may have changed it: a saved card, a settled debt.
  const current = subscriptionOf(ctx, base.id);
  const change = {
    item,
    metadata: waits ? input.metadata : undefined,
    endsWithPeriod: waits ? input.cancel_at_period_end : undefined,
    at: ctx.now(),
  };
  if (invoice.status === 'paid') return changeSubscription(ctx, before, applied(current, change));
  if (!waits) {
    return changeSubscription(ctx, before, { ...applied(current, change), status: 'past_due' });
  }
  return changeSubscription(ctx, before, {
    ...current,
    pending_update: {
      billing_cycle_anchor: null,
      cancel_at_period_end: input.cancel_at_period_end ?? null,
      discount: null,
      discounts: null,
      expires_at: Math.min(ctx.now() + pendingSeconds, itemOf(current).current_period_end),
      metadata: input.metadata ?? null,
      subscription_items: [item],
      trial_end: null,
      trial_from_plan: null,
    },
  });
}
