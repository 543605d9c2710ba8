import type { Context } from '../core/context.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { customerOf } from '../customers/customers.ts';
import { periodLine } from './invoice-lines.ts';
import { draftInvoice } from './invoices.ts';
import { periodEnd } from './periods.ts';
import { itemOf, recurringOf } from './subscriptions.ts';

type Subscription = Objects['subscription'];

/** The subscription's next period. */
export function nextPeriod(subscription: Subscription): { start: number; end: number } {
  const { current_period_end: start, price } = itemOf(subscription);
  return { start, end: periodEnd(start, recurringOf(price), subscription.billing_cycle_anchor) };
}

/** The draft of the invoice of a subscription's next period. */
export function draftCycle(ctx: Context, subscription: Subscription): Objects['invoice'] {
  const item = itemOf(subscription);
  const period = nextPeriod(subscription);
  return draftInvoice(ctx, {
    subscription,
    customer: customerOf(ctx, idOf(subscription.customer) ?? ''),
    billingReason: 'subscription_cycle',
    currency: item.price.currency,
    lines: (invoice) => [periodLine(ctx, invoice, subscription, item, period)],
    passed: { start: item.current_period_start, end: item.current_period_end },
  });
}
