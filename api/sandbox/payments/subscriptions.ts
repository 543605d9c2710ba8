import * as z from 'zod';
import type { Context } from './context.ts';
import { newId, randomText } from './context.ts';
import { customerOf } from './customers.ts';
import { invalidRequest, missing } from './errors.ts';
import { newInvoice, voidInvoice } from './invoices.ts';
import type { Objects } from './objects.ts';
import { idOf } from './objects.ts';
import { periodEnd } from './periods.ts';
import { invoicePaymentsOf, pageFrom, presentList } from './presentation.ts';
import type { Route } from './route.ts';
import { flag, integer, listOf, mergeMetadata, metadata, pageOf, parse, text } from './wire.ts';

type Subscription = Objects['subscription'];
type Item = Objects['subscription_item'];

const create = z.strictObject({
  customer: text,
  items: listOf(z.strictObject({ price: text, quantity: z.optional(integer) })),
  /** The only way a plan is bought in the product; others are refused rather than pretended. */
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.optional(
    z.strictObject({
      save_default_payment_method: z.optional(z.enum(['off', 'on_subscription'])),
    }),
  ),
  description: z.optional(text),
  metadata: z.optional(metadata),
  off_session: z.optional(flag),
});
/** What the product changes of a running subscription; the rest is refused rather than pretended. */
const update = z.strictObject({ default_payment_method: text });
const cancel = z.strictObject({ invoice_now: z.optional(flag), prorate: z.optional(flag) });
const list = z.strictObject({
  ...pageOf,
  customer: z.optional(text),
  status: z.optional(
    z.enum(['active', 'incomplete', 'incomplete_expired', 'past_due', 'canceled', 'unpaid', 'all']),
  ),
});

function planOf(
  price: Objects['price'],
  recurring: NonNullable<Objects['price']['recurring']>,
): Item['plan'] {
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
  if (!price.recurring) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: 'items[0][price]' },
    );
  }
  const item: Item = {
    id: `si_${randomText(14)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price, price.recurring),
    price,
    quantity: input.quantity,
    subscription: id,
    tax_rates: [],
  };
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
      payment_method_types: null,
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

/** What a paid invoice does to its subscription: the first makes it active and keeps the card it was paid with. */
export function activate(ctx: Context, invoice: Objects['invoice']): void {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = id === null ? undefined : ctx.store.get('subscription', id);
  if (!subscription || !['incomplete', 'past_due'].includes(subscription.status)) return;
  const payment = invoicePaymentsOf(ctx, invoice.id).find((each) => each.status === 'paid');
  const intent = ctx.store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  const keepsCard = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const active = ctx.store.put<Subscription>({
    ...subscription,
    status: 'active',
    default_payment_method:
      keepsCard && intent ? idOf(intent.payment_method) : subscription.default_payment_method,
  });
  ctx.emit('customer.subscription.updated', active, { status: subscription.status });
}

function subscriptionOf(ctx: Context, id: string): Subscription {
  const subscription = ctx.store.get('subscription', id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

/** Ends a subscription now; one that was never paid expires, and its open invoice is void. */
function end(ctx: Context, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw missing('subscription', subscription.id);
  }
  const neverPaid = subscription.status === 'incomplete';
  const invoice = ctx.store.get('invoice', idOf(subscription.latest_invoice) ?? '');
  const ended = ctx.store.put<Subscription>({
    ...subscription,
    canceled_at: ctx.now(),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
    ended_at: ctx.now(),
    status: neverPaid ? 'incomplete_expired' : 'canceled',
  });
  if (neverPaid && invoice) voidInvoice(ctx, invoice);
  ctx.emit(neverPaid ? 'customer.subscription.updated' : 'customer.subscription.deleted', ended);
  return ended;
}

export const subscriptionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    handle(ctx, form) {
      const input = parse(create, form);
      const customer = customerOf(ctx, input.customer, 'customer');
      const [wanted, ...others] = input.items;
      if (!wanted || others.length > 0) {
        throw invalidRequest('The sandbox sells subscriptions of exactly one item.', { param: 'items' });
      }
      const price = ctx.store.get('price', wanted.price);
      if (!price) throw missing('price', wanted.price, 'items[0][price]');
      const start = ctx.now();
      const period = { start, end: price.recurring ? periodEnd(start, price.recurring) : start };
      const { subscription, item } = newSubscription(ctx, {
        customer,
        price,
        quantity: wanted.quantity ?? 1,
        metadata: mergeMetadata({}, input.metadata),
        description: input.description ?? null,
        saveCard: input.payment_settings?.save_default_payment_method === 'on_subscription',
        period,
        status: 'incomplete',
      });
      const product = ctx.store.get('product', idOf(price.product) ?? '');
      const { invoice } = newInvoice(ctx, {
        subscription,
        item,
        customer,
        productName: product?.name ?? '',
        billingReason: 'subscription_create',
        period,
      });
      const made = ctx.store.put<Subscription>({ ...subscription, latest_invoice: invoice.id });
      ctx.emit('customer.subscription.created', made);
      return made;
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    handle(ctx, form) {
      const { customer, status, ...page } = parse(list, form);
      const where = { customer, status: status === 'all' ? undefined : status };
      return presentList(ctx, '/v1/subscriptions', ctx.store.list('subscription', where, pageFrom(page)));
    },
  },
  { method: 'GET', path: '/v1/subscriptions/:id', handle: (ctx, _form, id) => subscriptionOf(ctx, id) },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    handle(ctx, form, id) {
      const { default_payment_method: method } = parse(update, form);
      const subscription = subscriptionOf(ctx, id);
      if (ctx.store.get('payment_method', method)?.customer !== idOf(subscription.customer)) {
        throw missing('PaymentMethod', method, 'default_payment_method');
      }
      const before = { default_payment_method: subscription.default_payment_method };
      const changed = ctx.store.put<Subscription>({ ...subscription, default_payment_method: method });
      ctx.emit('customer.subscription.updated', changed, before);
      return changed;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    handle(ctx, form, id) {
      parse(cancel, form);
      return end(ctx, subscriptionOf(ctx, id));
    },
  },
];
