import { newPrice, newProduct } from './billing/catalogue.ts';
import { periodLine } from './billing/invoice-lines.ts';
import { settleInvoice } from './billing/invoice-states.ts';
import { draftInvoice, issueInvoice } from './billing/invoices.ts';
import { newSubscription } from './billing/subscriptions.ts';
import type { Context } from './core/context.ts';
import type { Objects } from './core/objects.ts';
import { idOf } from './core/objects.ts';
import { invoicePaymentsOf } from './core/presentation.ts';
import { newCustomer } from './customers/customers.ts';
import { newPaymentMethod } from './customers/payment-methods.ts';
import { takenBy } from './customers/taken-methods.ts';
import { newCharge } from './intents/charges.ts';
import { newIntent } from './intents/payment-intents.ts';

/** A plan that a persona has had for a while. Ids are given, so that others can refer to them. */
export interface PlanSeed {
  /** `cus_…` */
  customerId: string;
  email: string;
  name: string;
  /** `sub_…` */
  subscriptionId: string;
  tier: string;
  productName: string;
  amountCents: number;
  currency: string;
  /** Paid invoices, oldest first; the last one's period is the subscription's. Ids are `in_…`. */
  invoices: { id: string; periodStart: Date; periodEnd: Date }[];
  metadata: Record<string, string>;
  /** Single payments of the same customer with the same card. Ids are `pi_…`. */
  payments?: {
    id: string;
    amountCents: number;
    description: string;
    metadata: Record<string, string>;
    paidAt: Date;
  }[];
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The price that the product would find or create for the plan. */
function priceFor(ctx: Context, seed: PlanSeed): Objects['price'] {
  const lookup_key = `hearthkeep_${seed.tier}_${seed.amountCents}_${seed.currency}`;
  const found = ctx.store.list('price', { lookup_key }).data[0];
  if (found) return found;
  const metadata = { tier: seed.tier };
  const productId = `hearthkeep_${seed.tier}`;
  const product =
    ctx.store.get('product', productId) ??
    newProduct(ctx, { id: productId, name: seed.productName, metadata });
  return newPrice(ctx, {
    product: product.id,
    unit_amount: seed.amountCents,
    currency: seed.currency,
    recurring: { interval: 'month' },
    lookup_key,
    metadata,
  });
}

/**
 * Adds a customer with a card, an active plan and its paid invoices, as if bought at their time. It sends no events,
 * and does nothing if the subscription exists.
 */
export function seedPlan(live: Context, seed: PlanSeed): void {
  if (live.store.get('subscription', seed.subscriptionId)) return;
  const first = seed.invoices[0];
  const last = seed.invoices.at(-1);
  if (!first || !last) throw new Error('A seeded plan has at least one invoice');
  const ctx: Context = { ...live, emit() {} };
  const start = seconds(first.periodStart);

  const price = priceFor(ctx, seed);
  const customer =
    ctx.store.get('customer', seed.customerId) ??
    newCustomer(ctx, { id: seed.customerId, email: seed.email, name: seed.name, created: start });
  const expiry = new Date(ctx.now() * 1000).getUTCFullYear() + 4;
  const method = newPaymentMethod(ctx, {
    type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: String(expiry), cvc: '123' },
    billing_details: { name: seed.name, email: seed.email },
    created: start,
  });
  ctx.store.put({ ...method, customer: customer.id });
  customer.invoice_settings.default_payment_method = method.id;
  ctx.store.put(customer);

  const { subscription, item } = newSubscription(ctx, {
    id: seed.subscriptionId,
    created: start,
    customer,
    price,
    quantity: 1,
    metadata: seed.metadata,
    description: null,
    saveCard: true,
    methodTypes: ['card'],
    period: { start: seconds(last.periodStart), end: seconds(last.periodEnd) },
    status: 'active',
  });
  for (const given of seed.invoices) {
    const at = seconds(given.periodStart);
    const invoice = draftInvoice(ctx, {
      id: given.id,
      created: at,
      subscription,
      customer,
      billingReason: given === first ? 'subscription_create' : 'subscription_cycle',
      currency: price.currency,
      lines: (id) => [periodLine(ctx, id, subscription, item, { start: at, end: seconds(given.periodEnd) })],
    });
    issueInvoice(ctx, invoice);
    const [payment] = invoicePaymentsOf(ctx, invoice.id);
    const intent = ctx.store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
    if (!intent) throw new Error('A seeded plan costs something');
    settleInvoice({ ...ctx, now: () => at }, payThen(ctx, intent, method, at));
  }
  for (const given of seed.payments ?? []) {
    const at = seconds(given.paidAt);
    const intent = newIntent(ctx, {
      id: given.id,
      created: at,
      amount: given.amountCents,
      currency: seed.currency,
      customer: customer.id,
      description: given.description,
      metadata: given.metadata,
      takes: takenBy({ allowed_payment_method_types: ['card'] }),
    });
    payThen(ctx, intent, method, at);
  }
  ctx.store.put<Objects['subscription']>({
    ...subscription,
    billing_cycle_anchor: start,
    default_payment_method: method.id,
    latest_invoice: last.id,
  });
}

/** Marks an intent as paid at a past time. */
function payThen(
  ctx: Context,
  intent: Objects['payment_intent'],
  method: Objects['payment_method'],
  at: number,
): Objects['payment_intent'] {
  const charge = newCharge(ctx, intent, method, null, { created: at });
  return ctx.store.put<Objects['payment_intent']>({
    ...intent,
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'succeeded',
  });
}
