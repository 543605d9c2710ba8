import type { Context } from '../core/context.ts';
import { newId } from '../core/context.ts';
import type { Objects } from '../core/objects.ts';
import { findCustomer } from '../customers/customers.ts';
import { takenByInvoice } from '../customers/taken-methods.ts';
import { newIntent } from '../intents/payment-intents.ts';
import type { Line } from './invoice-lines.ts';

type Invoice = Objects['invoice'];
type Customer = Objects['customer'];

export interface NewInvoice {
  subscription: Objects['subscription'];
  customer: Customer;
  billingReason: NonNullable<Invoice['billing_reason']>;
  currency: string;
  lines(invoice: string): Line[];
  /** The past period; the plan's own period is on its line. Left out: the moment of creation. */
  passed?: { start: number; end: number };
  /** Given for a seeded invoice, which was not bought. */
  id?: string;
  created?: number;
}

/** A smaller charge is left on the customer's balance (docs: minimum charge amounts). */
const leastCharge = 50;

/** The amount due of an invoice, from its total and the customer's balance (below 0: a credit). */
function dueOf(total: number, balance: number): { due: number; left: number } {
  const sum = total + balance;
  return sum < leastCharge ? { due: 0, left: sum } : { due: sum, left: 0 };
}

/** A draft of a subscription's invoice, not stored yet. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a literal of all the fields of the provider
export function draftInvoice(ctx: Context, input: NewInvoice): Invoice {
  const { subscription, customer } = input;
  const id = input.id ?? newId('in');
  const created = input.created ?? ctx.now();
  const passed = input.passed ?? { start: created, end: created };
  const lines = input.lines(id);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const { due, left } = dueOf(amount, customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'AU',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
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
    currency: input.currency,
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
    ending_balance: left,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
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
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: subscription.payment_settings?.payment_method_types ?? null,
    },
    period_end: passed.end,
    period_start: passed.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
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
}

/**
 * Stores a draft, finalizes it and creates the intent for its payment. An invoice covered by the customer's balance
 * is paid at once and has no intent; a total below zero is added to the balance.
 */
export function issueInvoice(ctx: Context, draft: Invoice): Invoice {
  ctx.emit('invoice.created', ctx.store.put({ ...draft, ending_balance: null }));
  return finalizeInvoice(ctx, draft, draft.created);
}

/** Stores a draft with the time (unix seconds) at which it is issued automatically. */
export function keepDraft(ctx: Context, draft: Invoice, issuedAt: number): void {
  const kept: Invoice = { ...draft, auto_advance: true, automatically_finalizes_at: issuedAt };
  ctx.emit('invoice.created', ctx.store.put(kept));
}

export function finalizeInvoice(ctx: Context, given: Invoice, at: number): Invoice {
  const draft: Invoice = { ...given, automatically_finalizes_at: null };
  const number = settleBalance(ctx, draft);
  const open: Invoice = {
    ...draft,
    effective_at: at,
    number,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: at },
  };
  if (draft.amount_due > 0) newInvoicePayment(ctx, draft);
  ctx.emit('invoice.finalized', ctx.store.put(open));
  if (draft.amount_due > 0) return open;
  const paid = ctx.store.put<Invoice>({
    ...open,
    attempted: true,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: at },
  });
  ctx.emit('invoice.paid', paid);
  return paid;
}

/** Takes the invoice's number, and its part of the customer's balance. */
function settleBalance(ctx: Context, draft: Invoice): string {
  const id = typeof draft.customer === 'string' ? draft.customer : (draft.customer?.id ?? '');
  const customer = findCustomer(ctx, id);
  if (!customer) throw new Error(`The invoice ${draft.id} is of no customer`);
  const sequence = customer.next_invoice_sequence ?? 1;
  const balance = draft.ending_balance ?? 0;
  const changed = ctx.store.put<Customer>({ ...customer, balance, next_invoice_sequence: sequence + 1 });
  if (balance !== customer.balance) ctx.emit('customer.updated', changed, { balance: customer.balance });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

function newInvoicePayment(ctx: Context, draft: Invoice): void {
  const intent = newIntent(ctx, {
    amount: draft.amount_due,
    currency: draft.currency,
    customer: typeof draft.customer === 'string' ? draft.customer : null,
    description:
      draft.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    setupFutureUsage: 'off_session',
    takes: takenByInvoice(draft),
    created: draft.created,
  });
  ctx.store.put<Objects['invoice_payment']>({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: draft.amount_due,
    created: draft.created,
    currency: draft.currency,
    invoice: draft.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  ctx.emit('payment_intent.created', intent);
}
