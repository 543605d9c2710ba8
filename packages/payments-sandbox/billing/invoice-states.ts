import type { Context } from '../core/context.ts';
import type { Objects } from '../core/objects.ts';
import { idOf } from '../core/objects.ts';
import { invoicePaymentOf, invoicePaymentsOf } from '../core/presentation.ts';
import { findCustomer } from '../customers/customers.ts';
import { cancelIntent } from '../intents/payment-intents.ts';

type Invoice = Objects['invoice'];
type Intent = Objects['payment_intent'];

export const isPayable = (invoice: Invoice): boolean =>
  invoice.status === 'open' || invoice.status === 'uncollectible';

export function invoicesOf(
  ctx: Context,
  subscription: string,
  status: NonNullable<Invoice['status']>,
): Invoice[] {
  return ctx.store.list('invoice', { 'parent.subscription_details.subscription': subscription, status }).data;
}

/** Updates the invoice that a successful intent pays, if there is one. */
export function settleInvoice(ctx: Context, intent: Intent): void {
  const payment = invoicePaymentOf(ctx, intent.id);
  const invoice = ctx.store.get('invoice', idOf(payment?.invoice) ?? '');
  if (!payment || !invoice || !isPayable(invoice)) return;
  const at = ctx.now();
  ctx.store.put<Objects['invoice_payment']>({
    ...payment,
    amount_paid: payment.amount_requested,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: at },
  });
  const paid = ctx.store.put<Invoice>({
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  });
  ctx.emit('invoice.paid', paid);
}

/**
 * Updates the invoice of a failed payment, if there is one: it stays open. Any attempt counts as the first; after
 * that only the provider's own retries count, and they count themselves.
 */
export function noteFailedPayment(ctx: Context, intent: Intent): void {
  const payment = invoicePaymentOf(ctx, intent.id);
  const invoice = ctx.store.get('invoice', idOf(payment?.invoice) ?? '');
  if (!payment || invoice?.status !== 'open') return;
  const attempted = ctx.store.put<Invoice>({
    ...invoice,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
  });
  ctx.emit('invoice.payment_failed', attempted);
}

/** Voids an open invoice and cancels its intents; the used part of the customer's balance is returned. */
export function voidInvoice(ctx: Context, invoice: Invoice): void {
  if (!isPayable(invoice)) return;
  const at = ctx.now();
  for (const payment of invoicePaymentsOf(ctx, invoice.id)) {
    const intent = ctx.store.get('payment_intent', idOf(payment.payment.payment_intent) ?? '');
    if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled') {
      cancelIntent(ctx, intent, 'void_invoice', 'invoice');
    }
    ctx.store.put<Objects['invoice_payment']>({
      ...payment,
      status: 'canceled',
      status_transitions: { canceled_at: at, paid_at: null },
    });
  }
  giveBackBalance(ctx, invoice);
  const voided = ctx.store.put<Invoice>({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  });
  ctx.emit('invoice.voided', voided);
}

/** The amount that an invoice took from its customer's balance: below 0 a credit. */
export const balanceUsed = (invoice: Invoice): number =>
  invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);

function giveBackBalance(ctx: Context, invoice: Invoice): void {
  const used = balanceUsed(invoice);
  const customer = findCustomer(ctx, idOf(invoice.customer) ?? '');
  if (used === 0 || !customer) return;
  const changed = ctx.store.put<Objects['customer']>({ ...customer, balance: customer.balance + used });
  ctx.emit('customer.updated', changed, { balance: customer.balance });
}

/** Writes an open invoice off: it is not collected any more, but can still be paid. */
export function writeOff(ctx: Context, invoice: Invoice): void {
  const written = ctx.store.put<Invoice>({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: ctx.now() },
  });
  ctx.emit('invoice.marked_uncollectible', written);
}

/** Stops the automatic attempts at an open invoice, which can still be paid. */
export function stopCollecting(ctx: Context, invoice: Invoice): void {
  if (invoice.next_payment_attempt === null && !invoice.auto_advance) return;
  const stopped = ctx.store.put<Invoice>({
    ...invoice,
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  });
  ctx.emit('invoice.updated', stopped, {
    auto_advance: invoice.auto_advance,
    next_payment_attempt: invoice.next_payment_attempt,
  });
}
