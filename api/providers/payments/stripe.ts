import Stripe from 'stripe';
import type { ObjectKind, Payments } from './payments.ts';
import { cardCalls } from './stripe-cards.ts';
import { callProvider, hasCode, orNull } from './stripe-errors.ts';
import { invoiceCalls } from './stripe-invoices.ts';
import { paymentCalls, refundCalls } from './stripe-payments.ts';
import { planChangeCalls } from './stripe-plan-changes.ts';
import { planCalls } from './stripe-plans.ts';
import { beginStripeWebhook, listEvents } from './stripe-webhook.ts';

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

const pages: Record<ObjectKind, string> = {
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  payment: 'payments',
};

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
      callProvider(async () => {
        const { id } = await withAddress(email, (given, mark) =>
          stripe.customers.create(
            { ...given, name, metadata: { userId } },
            { idempotencyKey: `customer:${attempt}${mark}` },
          ),
        );
        return id;
      }),

    isCustomerDeleted: (id) =>
      callProvider(async () => {
        const customer = await orNull(() => stripe.customers.retrieve(id));
        return customer?.deleted === true;
      }),

    readCredit: (id) =>
      callProvider(async () => {
        const customer = await orNull(() => stripe.customers.retrieve(id));
        return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0;
      }),

    updateCustomer: ({ id, email, name, attempt }) =>
      callProvider(async () => {
        await withAddress(email, (given, mark) =>
          stripe.customers.update(
            id,
            { email: '', ...given, name },
            { idempotencyKey: `customer-facts:${attempt}${mark}` },
          ),
        );
      }),

    deleteCustomer: (id) =>
      callProvider(async () => {
        await orNull(() => stripe.customers.del(id));
      }),

    ...paymentCalls(stripe),
    ...refundCalls(stripe),
    ...planCalls(stripe),
    ...planChangeCalls(stripe),
    ...invoiceCalls(stripe),
    ...cardCalls(stripe),

    addressOf: (kind, id) =>
      options.api
        ? null
        : `https://dashboard.stripe.com/${options.secretKey.includes('_live_') ? '' : 'test/'}${pages[kind]}/${id}`,

    beginWebhook: (signature, now) => beginStripeWebhook(stripe, options.webhookSecret, signature, now),
    listEvents: (since, unread) => callProvider(() => listEvents(stripe, since, unread)),
  };
}

/**
 * Makes a call with an address, and again without it if the provider refuses it: it takes fewer addresses than the
 * product, and whoever has such a one can pay all the same.
 */
async function withAddress<T>(
  email: string,
  call: (given: { email?: string }, mark: string) => Promise<T>,
): Promise<T> {
  try {
    return await call({ email }, '');
  } catch (error) {
    if (!hasCode(error, 'email_invalid')) throw error;
    return call({}, ':no-address');
  }
}
