import type Stripe from 'stripe';
import { noCard, type Payments, type PlanPayment } from './payments.ts';
import { callProvider, hasCode, isDeclined, orNull } from './stripe-errors.ts';
import { idOf, paymentFrom, secretOf } from './stripe-objects.ts';
import { invoiceFrom, subscriptionOf } from './stripe-plan-objects.ts';

type InvoiceCalls = Pick<
  Payments,
  | 'readInvoice'
  | 'listInvoices'
  | 'readInvoiceOf'
  | 'readIntentOf'
  | 'readInvoicePayment'
  | 'payInvoice'
  | 'voidInvoice'
>;

/** The invoices of plans at the card provider, and their payments. */
export function invoiceCalls(stripe: Stripe): InvoiceCalls {
  return {
    readInvoice: (id) =>
      callProvider(() => orNull(async () => invoiceFrom(await stripe.invoices.retrieve(id)))),

    listInvoices: (subscriptionId) =>
      callProvider(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
        return data.map(invoiceFrom);
      }),

    readInvoiceOf: (paymentIntentId) =>
      callProvider(async () => {
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
      callProvider(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 });
        return idOf(data[0]?.payment.payment_intent);
      }),

    readInvoicePayment: (invoiceId) => callProvider(() => paymentOf(stripe, invoiceId)),

    payInvoice: ({ invoiceId, attempt }) =>
      callProvider(async () => {
        try {
          await stripe.invoices.pay(invoiceId, {}, { idempotencyKey: `invoice-pay:${attempt}` });
        } catch (error) {
          const isAttempted = isDeclined(error) || hasCode(error, 'invoice_payment_intent_requires_action');
          const now = await paymentOf(stripe, invoiceId);
          // Another tap, or the provider's own attempt, was quicker.
          if (!isAttempted && now.state !== 'paid' && now.state !== 'processing') throw error;
          return now;
        }
        return paymentOf(stripe, invoiceId);
      }),

    voidInvoice: (invoiceId, attempt) =>
      callProvider(async () => {
        await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `invoice-void:${attempt}` });
      }),
  };
}

/** The present state of an invoice's payment, whatever an earlier answer said. */
export async function paymentOf(stripe: Stripe, invoiceId: string): Promise<PlanPayment> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
  const { status } = invoiceFrom(invoice);
  if (status === 'paid') return { invoiceId, state: 'paid' };
  // Nobody knows what an unknown status will lead to, so the payment counts as under way.
  if (status === 'unknown') return { invoiceId, state: 'processing' };
  const clientSecret = secretOf(invoice);
  if (status !== 'open' || !clientSecret) return { invoiceId, state: 'gone' };
  const intent = await stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '');
  const payment = paymentFrom(intent);
  if (payment.state === 'paid') {
    // The intent was paid since the invoice was read; the invoice follows it.
    const now = await stripe.invoices.retrieve(invoiceId);
    return { invoiceId, state: now.status === 'paid' ? 'paid' : 'processing' };
  }
  // The invoice is open, so it can be paid with another card.
  if (payment.state === 'gone') return { invoiceId, state: 'declined', message: 'Your card was declined.' };
  if (payment.state === 'declined' && !intent.last_payment_error)
    return { invoiceId, state: 'declined', message: noCard };
  return { invoiceId, ...payment };
}
