import Stripe from 'stripe';
import type { CardPayment, CustomerCards, Payments } from './payments.ts';
import { asked, hasCode, isDeclined, orNull } from './stripe-errors.ts';
import { cardFrom, disputeFrom, idOf, intentFrom, need, paymentFrom, refundsFrom } from './stripe-objects.ts';
import { planCalls } from './stripe-plans.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

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

  const disputesOf = async (payment_intent: string) =>
    (await stripe.disputes.list({ payment_intent, limit: 100 })).data;

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

    deleteCustomer: (id) =>
      asked(async () => {
        await orNull(() => stripe.customers.del(id));
      }),

    describePayment: (id, description) =>
      asked(async () => {
        if (!(await orNull(() => stripe.paymentIntents.update(id, { description })))) return;
        // Each charge has its own copy of the description.
        const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
        const others = data.filter((charge) => charge.description !== description);
        for (const charge of others) await stripe.charges.update(charge.id, { description });
      }),

    createPaymentIntent: ({ customerId, amountCents, currency, description, metadata, attempt }) =>
      asked(async () =>
        intentFrom(
          await stripe.paymentIntents.create(
            {
              customer: customerId,
              amount: amountCents,
              currency,
              description,
              metadata,
              allowed_payment_method_types: ['card'],
            },
            { idempotencyKey: `payment-intent:${attempt}` },
          ),
        ),
      ),

    readPaymentIntent: (id) =>
      asked(() => orNull(async () => intentFrom(await stripe.paymentIntents.retrieve(id)))),

    cancelPaymentIntent: (id, attempt) =>
      asked(async () =>
        intentFrom(
          await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `payment-intent-cancel:${attempt}` }),
        ),
      ),

    chargeCard: ({ intentId, cardId, offSession, attempt }) =>
      asked(async (): Promise<CardPayment> => {
        let refused: unknown = null;
        try {
          await stripe.paymentIntents.confirm(
            intentId,
            { payment_method: cardId, ...(offSession && { off_session: true }) },
            // A charge to another card is another request, which the provider would refuse under the same key.
            { idempotencyKey: `charge:${attempt}:${cardId}` },
          );
        } catch (error) {
          refused = error;
        }
        // Read afresh: another tap may have been quicker, and the answer repeated for a key may be old.
        const now = paymentFrom(await stripe.paymentIntents.retrieve(intentId));
        if (refused && now.state === 'declined' && !isDeclined(refused)) throw refused;
        return now;
      }),

    refund: ({ paymentIntentId, attempt }) =>
      asked(async () => {
        try {
          await stripe.refunds.create(
            { payment_intent: paymentIntentId },
            { idempotencyKey: `refund:${attempt}` },
          );
        } catch (error) {
          // The aim is reached already. The provider forgets keys after a day, but not refunds.
          if (!hasCode(error, 'charge_already_refunded')) throw error;
        }
      }),

    readRefunds: (paymentIntentId) =>
      asked(async () => {
        const [intent, refunds] = await Promise.all([
          stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
          stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
        ]);
        const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
        const disputes = charge?.disputed ? await disputesOf(paymentIntentId) : [];
        return refundsFrom(intent, refunds.data, disputes);
      }),

    readDisputes: (paymentIntentId) =>
      asked(async () => (await disputesOf(paymentIntentId)).map(disputeFrom)),

    listDisputed: (since) =>
      asked(async () => {
        const created = { gte: Math.floor(Date.parse(since) / 1000) };
        const found = new Set<string>();
        for await (const { payment_intent } of stripe.disputes.list({ created, limit: 100 })) {
          const intent = idOf(payment_intent);
          if (intent) found.add(intent);
        }
        return [...found];
      }),

    ...planCalls(stripe),

    createSetupIntent: ({ customerId, attempt }) =>
      asked(async () => {
        const setup = await stripe.setupIntents.create(
          { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
          { idempotencyKey: `setup-intent:${attempt}` },
        );
        return need(setup.client_secret, 'client_secret');
      }),

    readCards: ({ customerId, subscriptionId }) =>
      asked(async (): Promise<CustomerCards> => {
        const [customer, subscription, methods] = await Promise.all([
          stripe.customers.retrieve(customerId),
          subscriptionId && orNull(() => stripe.subscriptions.retrieve(subscriptionId)),
          stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }),
        ]);
        const cards = methods.data.flatMap(cardFrom);
        const ofPlan = subscription ? idOf(subscription.default_payment_method) : null;
        const own = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
        const paying = cards.find((card) => card.id === (ofPlan ?? own));
        return { cards, defaultId: paying?.id ?? null, paysOtherwise: ofPlan !== null && !paying };
      }),

    setDefaultCard: ({ customerId, subscriptionId, cardId, attempt }) =>
      asked(async () => {
        // A plan's own card is charged before the customer's, so both must be the same.
        if (subscriptionId) {
          await stripe.subscriptions.update(
            subscriptionId,
            { default_payment_method: cardId },
            { idempotencyKey: `subscription-card:${attempt}` },
          );
        }
        await stripe.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: cardId } },
          { idempotencyKey: `default-card:${attempt}` },
        );
      }),

    removeCard: (cardId, attempt) =>
      asked(async () => {
        const known = await orNull(() => stripe.paymentMethods.retrieve(cardId));
        if (!known?.customer) return;
        await stripe.paymentMethods.detach(cardId, {}, { idempotencyKey: `remove-card:${attempt}` });
      }),

    readWebhook: (rawBody, signature, now) =>
      readStripeWebhook(stripe, options.webhookSecret, rawBody, signature, now),
  };
}
