import type { Context } from '../core/context.ts';
import { newId, randomText } from '../core/context.ts';
import { invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';

type Subscription = Objects['subscription'];
type Item = Objects['subscription_item'];
type Price = Objects['price'];
type Recurring = NonNullable<Price['recurring']>;

function planOf(price: Price, recurring: Recurring): Item['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export interface NewSubscription {
  customer: Objects['customer'];
  price: Objects['price'];
  quantity: number;
  metadata: Record<string, string>;
  description: string | null;
  saveCard: boolean;
  /** The payment methods of its invoices; `null`: those of the account. */
  methodTypes: 'card'[] | null;
  period: { start: number; end: number };
  status: Subscription['status'];
  id?: string;
  created?: number;
}

export function newSubscription(
  ctx: Context,
  input: NewSubscription,
): { subscription: Subscription; item: Item } {
  const id = input.id ?? newId('sub');
  const created = input.created ?? ctx.now();
  const { price, period } = input;
  const item = newItem(input, id, created);
  const subscription = ctx.store.put<Subscription>({
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer: input.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: input.methodTypes,
      save_default_payment_method: input.saveCard ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: input.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  });
  return { subscription, item };
}

function newItem({ price, period, quantity }: NewSubscription, subscription: string, created: number): Item {
  return {
    id: `si_${randomText(14)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price, recurringOf(price)),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The intervals at which a price is paid. @throws ApiError if it is paid once */
export function recurringOf(price: Price): Recurring {
  if (price.recurring) return price.recurring;
  throw invalidRequest(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    { param: 'items[0][price]' },
  );
}

/** The price that a request's item names. @throws ApiError if it cannot be subscribed to */
export function priceOfItem(ctx: Context, id: string): Price {
  const price = ctx.store.get('price', id);
  if (!price) throw missing('price', id, 'items[0][price]');
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    });
  }
  recurringOf(price);
  return price;
}

/** An item with another price. */
export function itemAt(item: Item, price: Price, quantity = item.quantity): Item {
  return {
    ...item,
    price,
    plan: planOf(price, recurringOf(price)),
    ...(quantity !== undefined && { quantity }),
  };
}

/** The one item of a subscription: the sandbox supports no others. */
export function itemOf(subscription: Subscription): Item {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`The subscription ${subscription.id} has no item`);
  return item;
}

export function withItem(subscription: Subscription, item: Item): Subscription {
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** @throws ApiError 404 */
export function subscriptionOf(ctx: Context, id: string): Subscription {
  const subscription = ctx.store.get('subscription', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

/**
 * The invoice that a pending update waits for. It is the subscription's latest invoice: the next period, and every
 * update with an invoice, drops the pending update first.
 */
export function pendingInvoiceId(subscription: Subscription): string | null {
  return subscription.pending_update ? idOf(subscription.latest_invoice) : null;
}

/** Whether a subscription has ended for good. */
export const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Sets whether a subscription ends with its period. */
export function withCancelAtPeriodEnd(subscription: Subscription, ends: boolean, at: number): Subscription {
  if (subscription.cancel_at_period_end === ends) return subscription;
  const end = ends ? itemOf(subscription).current_period_end : null;
  return { ...withCancelAt(subscription, end, at), cancel_at_period_end: ends };
}

/** Sets the date at which a subscription ends, in unix seconds; `null` removes it. */
export function withCancelAt(subscription: Subscription, end: number | null, at: number): Subscription {
  const reason = end === null ? null : ('cancellation_requested' as const);
  return {
    ...subscription,
    cancel_at: end,
    cancel_at_period_end: false,
    canceled_at: end === null ? null : at,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  };
}
