import { attemptPayment } from '../billing/collection.ts';
import { writeOff } from '../billing/invoice-states.ts';
import { finalizeInvoice, keepDraft } from '../billing/invoices.ts';
import { draftCycle, nextPeriod } from '../billing/next-period.ts';
import { changeSubscription, dropPendingUpdate, endSubscription } from '../billing/subscription-states.ts';
import { isOver, itemOf, withItem } from '../billing/subscriptions.ts';
import type { Context } from '../core/context.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import type { Due, Store } from '../core/store.ts';
import { settleRefund } from '../intents/refunds.ts';

type Subscription = Objects['subscription'];
type Invoice = Objects['invoice'];

/**
 * Carries out the changes due by now (unix seconds), the oldest first, each in a transaction and at its own time;
 * after a long time several periods in a row.
 * @returns whether there was any
 */
export function passTime(store: Store, contextAt: (at: number) => Context, now: number): boolean {
  let last: Due | undefined;
  for (let due = store.nextDue(now); due; due = store.nextDue(now)) {
    const { id, at } = due;
    if (last?.id === id && last.at === at) throw new Error(`Time stands still at ${id}`);
    last = due;
    store.transaction(() => happen(contextAt(at), id));
  }
  return last !== undefined;
}

function happen(ctx: Context, id: string): void {
  const invoice = ctx.store.get('invoice', id);
  if (invoice?.status === 'draft') issue(ctx, invoice);
  else if (invoice) retry(ctx, invoice);
  const refund = ctx.store.get('refund', id);
  if (refund) settleRefund(ctx, refund);
  const subscription = ctx.store.get('subscription', id);
  if (!subscription) return;
  if (subscription.status === 'incomplete') {
    endSubscription(ctx, subscription, 'payment_failed');
    return;
  }
  // A pending update never waits longer than its period, so it is dropped first.
  const settled = dropPendingUpdate(ctx, subscription);
  if (settled.cancel_at !== null && settled.cancel_at <= ctx.now())
    endSubscription(ctx, settled, 'cancellation_requested');
  else if (itemOf(settled).current_period_end <= ctx.now()) renew(ctx, settled);
}

/** The time for which a renewal's invoice stays a draft (docs: the lifecycle of a subscription's invoice). */
const draftSeconds = 3600;

/** Moves a subscription into its next period at once; the charge follows an hour later. */
function renew(ctx: Context, subscription: Subscription): void {
  const draft = draftCycle(ctx, subscription);
  const { start, end } = nextPeriod(subscription);
  const item = { ...itemOf(subscription), current_period_start: start, current_period_end: end };
  changeSubscription(ctx, subscription, {
    ...withItem(subscription, item),
    latest_invoice: draft.id,
  });
  keepDraft(ctx, draft, ctx.now() + draftSeconds);
}

/** Issues a renewal's draft and charges it, or leaves the subscription past due. */
function issue(ctx: Context, draft: Invoice): void {
  const invoice = finalizeInvoice(ctx, draft, ctx.now());
  if (invoice.status === 'open') collect(ctx, invoice);
}

/** Tries a renewal's payment; a failure makes the subscription past due. */
function collect(ctx: Context, invoice: Invoice): Invoice {
  const tried = attemptPayment(ctx, invoice, true);
  const subscription = ofInvoice(ctx, tried);
  if (tried.status === 'open' && subscription?.status === 'active') {
    changeSubscription(ctx, subscription, { ...subscription, status: 'past_due' });
  }
  return tried;
}

const ofInvoice = (ctx: Context, invoice: Invoice): Subscription | undefined =>
  ctx.store.get('subscription', idOf(invoice.parent?.subscription_details?.subscription) ?? '');

/** Retries an invoice's payment; after the last attempt the invoice is written off and the subscription ends. */
function retry(ctx: Context, invoice: Invoice): void {
  const tried = collect(ctx, invoice);
  if (tried.status !== 'open' || tried.next_payment_attempt !== null) return;
  writeOff(ctx, tried);
  const subscription = ofInvoice(ctx, tried);
  if (subscription && !isOver(subscription)) endSubscription(ctx, subscription, 'payment_failed');
}
