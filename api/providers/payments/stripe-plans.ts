import type Stripe from 'stripe';
import { PaymentRefused, type Payments, type PlanPayment } from './payments.ts';
import { asked, hasCode, isDeclined, orNull } from './stripe-errors.ts';
import { idOf, invoiceFrom, need, secretOf, subscriptionFrom, subscriptionOf } from './stripe-objects.ts';
import { priceOf } from './stripe-prices.ts';

type PlanCalls = Pick<
  Payments,
  | 'createSubscription'
  | 'readSubscription'
  | 'readSubscriptionSecret'
  | 'cancelSubscription'
  | 'previewUpgrade'
  | 'upgradePlan'
  | 'switchPlan'
  | 'endPlanWithPeriod'
  | 'readInvoice'
  | 'listInvoices'
  | 'readInvoiceOf'
  | 'readIntentOf'
  | 'readInvoicePayment'
  | 'payInvoice'
  | 'voidInvoice'
>;

/** Plans at the card provider: subscriptions of one item, their changes and their invoices. */
export function planCalls(stripe: Stripe): PlanCalls {
  const itemOf = async (subscriptionId: string) =>
    need((await stripe.subscriptions.retrieve(subscriptionId)).items.data[0], 'items').id;

  /** The present state of an invoice's payment, whatever an earlier answer said. */
  async function paymentOf(invoiceId: string): Promise<PlanPayment> {
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
    if (invoice.status === 'paid') return { invoiceId, state: 'paid' };
    const clientSecret = secretOf(invoice);
    if (invoice.status !== 'open' || !clientSecret) return { invoiceId, state: 'gone' };
    const intent = await stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '');
    if (intent.status === 'requires_action') return { invoiceId, state: 'needs_action', clientSecret };
    if (intent.status === 'processing') return { invoiceId, state: 'processing' };
    if (intent.status === 'succeeded') {
      // The intent was paid since the invoice was read; the invoice follows it.
      const { status } = await stripe.invoices.retrieve(invoiceId);
      return { invoiceId, state: status === 'paid' ? 'paid' : 'processing' };
    }
    return {
      invoiceId,
      state: 'declined',
      message: intent.last_payment_error?.message ?? 'Your card was declined.',
    };
  }

  return {
    createSubscription: (input) =>
      asked(async () => {
        const price = await priceOf(stripe, input);
        const subscription = await stripe.subscriptions.create(
          {
            customer: input.customerId,
            items: [{ price: price.id }],
            payment_behavior: 'default_incomplete',
            payment_settings: {
              payment_method_types: ['card'],
              save_default_payment_method: 'on_subscription',
            },
            metadata: input.metadata,
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: `subscription:${input.attempt}` },
        );
        const clientSecret = secretOf(subscription.latest_invoice);
        if (!clientSecret) throw new PaymentRefused('The subscription has nothing to confirm.', 'no_secret');
        return { ...need(subscriptionFrom(subscription), 'the plan'), clientSecret };
      }),

    readSubscription: (id) =>
      asked(() => orNull(async () => subscriptionFrom(await stripe.subscriptions.retrieve(id)))),

    readSubscriptionSecret: (id) =>
      asked(async () => {
        const expand = ['latest_invoice.confirmation_secret'];
        return secretOf((await stripe.subscriptions.retrieve(id, { expand })).latest_invoice);
      }),

    cancelSubscription: (id, attempt) =>
      asked(async () => {
        try {
          await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `subscription-cancel:${attempt}` });
        } catch (error) {
          if (!hasCode(error, 'resource_missing')) throw error;
        }
      }),

    previewUpgrade: ({ subscriptionId, plan, prorationAt }) =>
      asked(async () => {
        const [id, price] = await Promise.all([itemOf(subscriptionId), priceOf(stripe, plan)]);
        const preview = await stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: {
            items: [{ id, price: price.id }],
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(prorationAt),
          },
        });
        const amounts = preview.lines.data.map(({ amount }) => amount);
        return {
          amountCents: preview.amount_due,
          creditCents: -sum(amounts.filter((amount) => amount < 0)),
          chargeCents: sum(amounts.filter((amount) => amount > 0)),
        };
      }),

    upgradePlan: ({ subscriptionId, plan, prorationAt, attempt }) =>
      asked(async () => {
        const [id, price] = await Promise.all([itemOf(subscriptionId), priceOf(stripe, plan)]);
        const { latest_invoice: invoice } = await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id, price: price.id }],
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(prorationAt),
            // The plan changes only after the payment, also if the bank asks first.
            payment_behavior: 'pending_if_incomplete',
          },
          { idempotencyKey: `plan-upgrade:${attempt}` },
        );
        return paymentOf(need(typeof invoice === 'string' ? invoice : invoice?.id, 'latest_invoice'));
      }),

    switchPlan: ({ subscriptionId, plan, attempt }) =>
      asked(async () => {
        const [id, price] = await Promise.all([itemOf(subscriptionId), priceOf(stripe, plan)]);
        await stripe.subscriptions.update(
          subscriptionId,
          { items: [{ id, price: price.id }], proration_behavior: 'none' },
          { idempotencyKey: `plan-switch:${attempt}` },
        );
      }),

    endPlanWithPeriod: ({ subscriptionId, ends, attempt }) =>
      asked(async () => {
        await stripe.subscriptions.update(
          subscriptionId,
          { cancel_at_period_end: ends },
          { idempotencyKey: `plan-end:${attempt}` },
        );
      }),

    readInvoice: (id) => asked(() => orNull(async () => invoiceFrom(await stripe.invoices.retrieve(id)))),

    listInvoices: (subscriptionId) =>
      asked(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
        return data.map(invoiceFrom);
      }),

    readInvoiceOf: (paymentIntentId) =>
      asked(async () => {
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntentId },
          limit: 1,
        });
        const id = idOf(data[0]?.invoice);
        return id === null
          ? null
          : { id, subscriptionId: subscriptionOf(await stripe.invoices.retrieve(id)) };
      }),

    readIntentOf: (invoiceId) =>
      asked(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 });
        return idOf(data[0]?.payment.payment_intent);
      }),

    readInvoicePayment: (invoiceId) => asked(() => paymentOf(invoiceId)),

    payInvoice: ({ invoiceId, attempt }) =>
      asked(async () => {
        try {
          await stripe.invoices.pay(invoiceId, {}, { idempotencyKey: `invoice-pay:${attempt}` });
        } catch (error) {
          const asked = isDeclined(error) || hasCode(error, 'invoice_payment_intent_requires_action');
          const now = await paymentOf(invoiceId);
          // Another tap, or the provider's own attempt, was quicker.
          if (!asked && now.state !== 'paid' && now.state !== 'processing') throw error;
          return now;
        }
        return paymentOf(invoiceId);
      }),

    voidInvoice: (invoiceId, attempt) =>
      asked(async () => {
        await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `invoice-void:${attempt}` });
      }),
  };
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);
const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0);
