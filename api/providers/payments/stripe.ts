import Stripe from 'stripe';
import type { Payments } from './payments.ts';
import { cardCalls } from './stripe-cards.ts';
import { asked, orNull } from './stripe-errors.ts';
import { invoiceCalls } from './stripe-invoices.ts';
import { paymentCalls, refundCalls } from './stripe-payments.ts';
import { planChangeCalls } from './stripe-plan-changes.ts';
import { planCalls } from './stripe-plans.ts';
import { listUndelivered, mayBeWebhook, readStripeWebhook } from './stripe-webhook.ts';

export const apiVersion = '2026-10-28.endive';

/** The browser's script for the API version below (@stripe/stripe-js 10 loads the same). */
export const stripeScript = 'https://js.stripe.com/endive/stripe.js';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  scriptUrl: string;
  /** The API's address, if it is not the provider's own. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/**
 * The card provider through its own SDK. Every write carries an idempotency key made from the attempt, so that
 * retries by the SDK or by us get the first answer again.
 * @throws PaymentDeclined, PaymentRefused, PaymentsUnavailable from every call
 */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    apiVersion,
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...options.api,
  });

  return {
    browser: { publishableKey: options.publishableKey, scriptUrl: options.scriptUrl },

    createCustomer: ({ userId, email, name, attempt }) =>
      asked(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { userId } },
          { idempotencyKey: `customer:${attempt}` },
        );
        return customer.id;
      }),

    updateCustomer: ({ id, email, name, attempt }) =>
      asked(async () => {
        await stripe.customers.update(id, { email, name }, { idempotencyKey: `customer-facts:${attempt}` });
      }),

    deleteCustomer: (id) =>
      asked(async () => {
        await orNull(() => stripe.customers.del(id));
      }),

    ...paymentCalls(stripe),
    ...refundCalls(stripe),
    ...planCalls(stripe),
    ...planChangeCalls(stripe),
    ...invoiceCalls(stripe),
    ...cardCalls(stripe),

    mayBeWebhook,
    readWebhook: (rawBody, signature, now) =>
      readStripeWebhook(stripe, options.webhookSecret, rawBody, signature, now),
    listUndelivered: (since) => asked(() => listUndelivered(stripe, since)),
  };
}
