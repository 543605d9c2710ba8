import type { Context } from '../core/context.ts';
import { missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { invoicePaymentsOf } from '../core/presentation.ts';
import { mergeMetadata } from '../core/wire.ts';
import { invoicesOf, stopCollecting, voidInvoice } from './invoice-states.ts';
import {
  isOver,
  itemAt,
  itemOf,
  pendingInvoiceId,
  withCancelAtPeriodEnd,
  withItem,
} from './subscriptions.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];
type EndReason = NonNullable<NonNullable<Subscription['cancellation_details']>['reason']>;

/** Stores a changed subscription, with an event that contains the old values; does nothing if it is unchanged. */
export function changeSubscription(ctx: Context, before: Subscription, after: Subscription): Subscription {
  const old: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(before)) {
    const now = Object.entries(after).find(([name]) => name === field)?.[1];
    if (JSON.stringify(value) !== JSON.stringify(now)) old[field] = value;
  }
  if (Object.keys(old).length === 0) return before;
  ctx.emit('customer.subscription.updated', ctx.store.put(after), old);
  return after;
}

function subscriptionOfInvoice(ctx: Context, invoice: Invoice): Subscription | undefined {
  return ctx.store.get('subscription', idOf(invoice.parent?.subscription_details?.subscription) ?? '');
}

/** Whether a subscription owes anything beside this invoice and the cost of a pending update. */
function owesMore(ctx: Context, subscription: Subscription, settled: string): boolean {
  const pending = pendingInvoiceId(subscription);
  return invoicesOf(ctx, subscription.id, 'open').some(({ id }) => id !== settled && id !== pending);
}

/**
 * The effects of a paid invoice on its subscription. Its first invoice activates it, and so does the last unpaid one
 * after a failed payment. The invoice of a pending update applies the update. The card is saved.
 */
export function invoicePaid(ctx: Context, invoice: Invoice): void {
  const before = subscriptionOfInvoice(ctx, invoice);
  if (!before || isOver(before)) return;
  const payment = invoicePaymentsOf(ctx, invoice.id).find((each) => each.status === 'paid');
  const intent = ctx.store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  const keepsCard = before.payment_settings?.save_default_payment_method === 'on_subscription';
  const pending = pendingInvoiceId(before) === invoice.id ? before.pending_update : null;
  let after: Subscription = { ...before };
  if (keepsCard && intent) after.default_payment_method = idOf(intent.payment_method);
  if (
    before.status === 'incomplete' ||
    (before.status === 'past_due' && !owesMore(ctx, before, invoice.id))
  ) {
    after.status = 'active';
  }
  if (pending) {
    after = applied(after, {
      item: pending.subscription_items?.[0],
      metadata: pending.metadata ?? undefined,
      endsWithPeriod: pending.cancel_at_period_end ?? undefined,
      at: ctx.now(),
    });
    after.pending_update = null;
  }
  changeSubscription(ctx, before, after);
  if (pending) ctx.emit('customer.subscription.pending_update_applied', after);
}

/** A subscription after an update that cost something: its price, metadata and end. */
export function applied(
  subscription: Subscription,
  update: {
    item: Objects['subscription_item'] | undefined;
    metadata: Record<string, string> | undefined;
    endsWithPeriod: boolean | undefined;
    at: number;
  },
): Subscription {
  const { item, metadata, endsWithPeriod, at } = update;
  const priced = item
    ? withItem(subscription, itemAt(itemOf(subscription), item.price, item.quantity))
    : subscription;
  const ending = endsWithPeriod === undefined ? priced : withCancelAtPeriodEnd(priced, endsWithPeriod, at);
  return { ...ending, metadata: mergeMetadata(ending.metadata, metadata) };
}

/**
 * The effects of a voided invoice on its subscription: a pending update is dropped, one that was never paid expires,
 * and one without other debts is active again.
 */
export function invoiceVoided(ctx: Context, invoice: Invoice): void {
  const subscription = subscriptionOfInvoice(ctx, invoice);
  if (!subscription || isOver(subscription)) return;
  if (pendingInvoiceId(subscription) === invoice.id) {
    const dropped = changeSubscription(ctx, subscription, { ...subscription, pending_update: null });
    ctx.emit('customer.subscription.pending_update_expired', dropped);
  } else if (subscription.status === 'incomplete') {
    endSubscription(ctx, subscription, 'cancellation_requested');
  } else if (subscription.status === 'past_due' && !owesMore(ctx, subscription, invoice.id)) {
    changeSubscription(ctx, subscription, { ...subscription, status: 'active' });
  }
}

/** Drops the pending update, if there is one, and voids its invoice. */
export function dropPendingUpdate(ctx: Context, subscription: Subscription): Subscription {
  const invoice = ctx.store.get('invoice', pendingInvoiceId(subscription) ?? '');
  if (!invoice) return subscription;
  voidInvoice(ctx, invoice);
  return ctx.store.get('subscription', subscription.id) ?? subscription;
}

/**
 * Ends a subscription now. One that was never paid expires, and its open invoice is void. Payments of other open
 * invoices are not retried.
 * @throws ApiError 404 if it is over
 */
export function endSubscription(ctx: Context, subscription: Subscription, reason: EndReason): Subscription {
  if (isOver(subscription)) throw missing('subscription', subscription.id);
  const neverPaid = subscription.status === 'incomplete';
  const settled = dropPendingUpdate(ctx, subscription);
  const ended = ctx.store.put<Subscription>({
    ...settled,
    canceled_at: settled.canceled_at ?? ctx.now(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: ctx.now(),
    status: neverPaid ? 'incomplete_expired' : 'canceled',
  });
  for (const invoice of invoicesOf(ctx, ended.id, 'open')) {
    if (neverPaid) voidInvoice(ctx, invoice);
    else stopCollecting(ctx, invoice);
  }
  ctx.emit(neverPaid ? 'customer.subscription.updated' : 'customer.subscription.deleted', ended);
  return ended;
}
