import * as z from 'zod';
import { invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { pageFrom, presentList } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import {
  createdFilter,
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  pageOf,
  parse,
  text,
} from '../core/wire.ts';
import { customerOf } from '../customers/customers.ts';
import { periodLine } from './invoice-lines.ts';
import { draftInvoice, issueInvoice } from './invoices.ts';
import { periodEnd } from './periods.ts';
import { endSubscription } from './subscription-states.ts';
import { subscriptionUpdate, updateSubscription } from './subscription-updates.ts';
import { newSubscription, priceOfItem, recurringOf, subscriptionOf } from './subscriptions.ts';

const create = z.strictObject({
  customer: text,
  items: listOf(z.strictObject({ price: text, quantity: z.optional(integer) })),
  /** The only way in which the product sells a plan; the sandbox refuses others instead of pretending. */
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.optional(
    z.strictObject({
      payment_method_types: z.optional(listOf(z.literal('card'))),
      save_default_payment_method: z.optional(z.enum(['off', 'on_subscription'])),
    }),
  ),
  description: z.optional(text),
  metadata: z.optional(metadata),
  off_session: z.optional(flag),
});
const cancel = z.strictObject({ invoice_now: z.optional(flag), prorate: z.optional(flag) });
const list = z.strictObject({
  ...pageOf,
  created: createdFilter,
  customer: z.optional(text),
  status: z.optional(
    z.enum(['active', 'incomplete', 'incomplete_expired', 'past_due', 'canceled', 'unpaid', 'all']),
  ),
});

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
      const price = priceOfItem(ctx, wanted.price);
      const start = ctx.now();
      const period = { start, end: periodEnd(start, recurringOf(price)) };
      const { subscription, item } = newSubscription(ctx, {
        customer,
        price,
        quantity: wanted.quantity ?? 1,
        metadata: mergeMetadata({}, input.metadata),
        description: input.description ?? null,
        saveCard: input.payment_settings?.save_default_payment_method === 'on_subscription',
        methodTypes: input.payment_settings?.payment_method_types ?? null,
        period,
        status: 'incomplete',
      });
      const draft = draftInvoice(ctx, {
        subscription,
        customer,
        billingReason: 'subscription_create',
        currency: price.currency,
        lines: (invoice) => [periodLine(ctx, invoice, subscription, item, period)],
      });
      ctx.store.put<Objects['subscription']>({ ...subscription, latest_invoice: draft.id });
      issueInvoice(ctx, draft);
      const made = subscriptionOf(ctx, subscription.id);
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
    handle: (ctx, form, id) => updateSubscription(ctx, id, parse(subscriptionUpdate, form)),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    handle(ctx, form, id) {
      parse(cancel, form);
      return endSubscription(ctx, subscriptionOf(ctx, id), 'cancellation_requested');
    },
  },
];
