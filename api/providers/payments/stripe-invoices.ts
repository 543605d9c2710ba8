import type Stripe from 'stripe';
import type { Payments, PlanPayment } from './payments.ts';
import { asked, hasCode, isDeclined, orNull } from './stripe-errors.ts';
import { idOf, invoiceFrom, secretOf, subscriptionOf } from './stripe-objects.ts';

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

    readInvoicePayment: (invoiceId) => asked(() => paymentOf(stripe, invoiceId)),

    payInvoice: ({ invoiceId, attempt }) =>
      asked(async () => {
        try {
          await stripe.invoices.pay(invoiceId, {}, { idempotencyKey: `invoice-pay:${attempt}` });
        } catch (error) {
          const asked = isDeclined(error) || hasCode(error, 'invoice_payment_intent_requires_action');
          const now = await paymentOf(stripe, invoiceId);
          // Another tap, or the provider's own attempt, was quicker.
          if (!asked && now.state !== 'paid' && now.state !== 'processing') throw error;
          return now;
        }
        return paymentOf(stripe, invoiceId);
      }),

    voidInvoice: (invoiceId, attempt) =>
      asked(async () => {
        await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `invoice-void:${attempt}` });
      }),
  };
}

/** The present state of an invoice's payment, whatever an earlier answer said. */
export async function paymentOf(stripe: Stripe, invoiceId: string): Promise<PlanPayment> {
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
