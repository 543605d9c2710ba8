import type { Context } from './context.ts';
import { newId } from './context.ts';
import type { Objects } from './objects.ts';
import { idOf } from './objects.ts';
import { cancelIntent, newIntent } from './payment-intents.ts';
import { invoicePaymentOf, invoicePaymentsOf } from './presentation.ts';

type Invoice = Objects['invoice'];
type Intent = Objects['payment_intent'];

export interface NewInvoice {
  subscription: Objects['subscription'];
  item: Objects['subscription_item'];
  customer: Objects['customer'];
  productName: string;
  billingReason: NonNullable<Invoice['billing_reason']>;
  period: { start: number; end: number };
  /** Given by what is placed rather than bought. */
  id?: string;
  created?: number;
}

function numberFor(ctx: Context, customer: Objects['customer']): string {
  const current = ctx.store.get('customer', customer.id) ?? customer;
  const sequence = current.next_invoice_sequence ?? 1;
  ctx.store.put({ ...current, next_invoice_sequence: sequence + 1 });
  return `${current.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

/** An open invoice of a subscription's period, and the intent that will pay it. */
export function newInvoice(ctx: Context, input: NewInvoice): { invoice: Invoice; intent: Intent } {
  const { subscription, item, customer, period } = input;
  const id = input.id ?? newId('in');
  const created = input.created ?? ctx.now();
  const price = item.price;
  const quantity = item.quantity ?? 1;
  const amount = (price.unit_amount ?? 0) * quantity;
  const line: Objects['invoice']['lines']['data'][number] = {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `${quantity} × ${input.productName} (at $${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval ?? 'month'})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
  const first = input.billingReason === 'subscription_create';
  const draft: Invoice = {
    id,
    object: 'invoice',
    account_country: 'AU',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.billingReason,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // The first invoice looks back on no usage: the plan's period is on its line.
    period_end: first ? created : period.start,
    period_start: first ? created : period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  ctx.emit('invoice.created', ctx.store.put(draft));
  const intent = newIntent(ctx, {
    amount,
    currency: price.currency,
    customer: customer.id,
    description: first ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    setupFutureUsage: 'off_session',
    created,
  });
  ctx.store.put<Objects['invoice_payment']>({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created,
    currency: price.currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  ctx.emit('payment_intent.created', intent);
  const invoice = ctx.store.put<Invoice>({
    ...draft,
    effective_at: created,
    number: numberFor(ctx, customer),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: created },
  });
  ctx.emit('invoice.finalized', invoice);
  return { invoice, intent };
}

/** What an intent's success does to the invoice that it pays, if it pays one. */
export function settleInvoice(ctx: Context, intent: Intent): void {
  const payment = invoicePaymentOf(ctx, intent.id);
  const invoice = ctx.store.get('invoice', idOf(payment?.invoice) ?? '');
  if (!payment || invoice?.status !== 'open') return;
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
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  });
  ctx.emit('invoice.paid', paid);
}

/** What a failed payment does to the invoice that it was for, if it was for one: it stays open. */
export function noteFailedPayment(ctx: Context, intent: Intent): void {
  const payment = invoicePaymentOf(ctx, intent.id);
  const invoice = ctx.store.get('invoice', idOf(payment?.invoice) ?? '');
  if (!payment || invoice?.status !== 'open') return;
  const attempted = ctx.store.put<Invoice>({
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
  });
  ctx.emit('invoice.payment_failed', attempted);
}

/** Ends an open invoice that nobody will pay, and the intents that would have paid it. */
export function voidInvoice(ctx: Context, invoice: Invoice): void {
  if (invoice.status !== 'open') return;
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
  const voided = ctx.store.put<Invoice>({
    ...invoice,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  });
  ctx.emit('invoice.voided', voided);
}
