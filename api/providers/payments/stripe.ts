import Stripe from 'stripe';
import {
  type CustomerCards,
  PaymentDeclined,
  type PaymentIntent,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
  type PlanInvoice,
  type PlanSubscription,
  type SavedCard,
} from './payments.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

/** What the browser loads for the API version below (@stripe/stripe-js 10 loads the same). */
export const stripeScript = 'https://js.stripe.com/endive/stripe.js';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  scriptUrl: string;
  /** Where the API stands, when it is not the provider's own address. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/**
 * The card provider through its own SDK. Every write carries an idempotency key made from the attempt, so the
 * SDK's retries and ours find the first answer again.
 * @throws PaymentDeclined, PaymentRefused, PaymentsUnavailable from every call
 */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...options.api,
  });

  /** The price of a plan: found by its own name, made at its first sale. A new amount is a new price. */
  async function priceOf(plan: { tier: string; amountCents: number; currency: string; productName: string }) {
    const lookupKey = `hearthkeep_${plan.tier}_${plan.amountCents}_${plan.currency}`;
    const found = await priceNamed(lookupKey);
    if (found) return found;
    const product = await existingOr(
      () =>
        stripe.products.create(
          { id: `hearthkeep_${plan.tier}`, name: plan.productName, metadata: { tier: plan.tier } },
          { idempotencyKey: `product:${lookupKey}` },
        ),
      () => stripe.products.retrieve(`hearthkeep_${plan.tier}`),
    );
    return existingOr(
      () =>
        stripe.prices.create(
          {
            product: product.id,
            unit_amount: plan.amountCents,
            currency: plan.currency,
            recurring: { interval: 'month' },
            lookup_key: lookupKey,
            metadata: { tier: plan.tier },
          },
          { idempotencyKey: `price:${lookupKey}` },
        ),
      async () => {
        const price = await priceNamed(lookupKey);
        if (!price) throw new PaymentRefused(`The price ${lookupKey} exists but is not active.`, 'price');
        return price;
      },
    );
  }

  async function priceNamed(lookupKey: string): Promise<Stripe.Price | undefined> {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    return data[0];
  }

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
              automatic_payment_methods: { enabled: true },
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

    refund: ({ paymentIntentId, attempt }) =>
      asked(async () => {
        try {
          await stripe.refunds.create(
            { payment_intent: paymentIntentId },
            { idempotencyKey: `refund:${attempt}` },
          );
        } catch (error) {
          // What was to be reached is reached: keys are forgotten after a day, refunds are not.
          if (!hasCode(error, 'charge_already_refunded')) throw error;
        }
      }),

    createSubscription: (input) =>
      asked(async () => {
        const price = await priceOf(input);
        const subscription = await stripe.subscriptions.create(
          {
            customer: input.customerId,
            items: [{ price: price.id }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: input.metadata,
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: `subscription:${input.attempt}` },
        );
        const invoice = subscription.latest_invoice;
        const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
        if (!secret) throw new PaymentRefused('The subscription has nothing to confirm.', 'no_secret');
        return { ...subscriptionFrom(subscription), clientSecret: secret };
      }),

    readSubscription: (id) =>
      asked(() => orNull(async () => subscriptionFrom(await stripe.subscriptions.retrieve(id)))),

    readSubscriptionSecret: (id) =>
      asked(async () => {
        const subscription = await stripe.subscriptions.retrieve(id, {
          expand: ['latest_invoice.confirmation_secret'],
        });
        const invoice = subscription.latest_invoice;
        return (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret) || null;
      }),

    cancelSubscription: (id, attempt) =>
      asked(async () => {
        try {
          await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `subscription-cancel:${attempt}` });
        } catch (error) {
          if (!hasCode(error, 'resource_missing')) throw error;
        }
      }),

    readInvoice: (id) => asked(() => orNull(async () => invoiceFrom(await stripe.invoices.retrieve(id)))),

    listInvoices: (subscriptionId) =>
      asked(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
        return data.map(invoiceFrom);
      }),

    createSetupIntent: ({ customerId, attempt }) =>
      asked(async () => {
        const setup = await stripe.setupIntents.create(
          { customer: customerId, usage: 'off_session', automatic_payment_methods: { enabled: true } },
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
        const named = [
          subscription ? idOf(subscription.default_payment_method) : null,
          customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method),
        ];
        return { cards, defaultId: named.find((id) => cards.some((card) => card.id === id)) ?? null };
      }),

    setDefaultCard: ({ customerId, subscriptionId, cardId, attempt }) =>
      asked(async () => {
        // A plan's own card is charged before the customer's: both must say the same.
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

/** Turns the SDK's errors into the product's own words; the rest is a fault of ours and passes as it is. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new PaymentDeclined(error.message, error.decline_code ?? error.code ?? 'declined', {
        cause: error,
      });
    }
    const refused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError;
    throw refused
      ? new PaymentRefused(error.message, error.code ?? error.type, { cause: error })
      : new PaymentsUnavailable(error.message, { cause: error });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return null;
    throw error;
  }
}

async function existingOr<T>(create: () => Promise<T>, find: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error;
    return find();
  }
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new PaymentRefused(`The provider left out ${what}.`, what);
  return value;
}

/** The provider may add statuses; one that we don't know is not guessed at. */
function known<Status extends string>(statuses: readonly Status[], status: string | null): Status {
  const match = statuses.find((each) => each === status);
  if (match === undefined) throw new PaymentRefused(`Unknown status: ${status}`, 'unknown_status');
  return match;
}

function intentFrom(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: need(intent.client_secret, 'client_secret'),
    status: known(
      [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
        'requires_capture',
      ],
      intent.status,
    ),
    amountCents: intent.amount,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    metadata: intent.metadata,
    created: instant(intent.created),
  };
}

function cardFrom({ id, card }: Stripe.PaymentMethod): SavedCard[] {
  if (!card) return [];
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return [{ id, brand, last4, expMonth, expYear }];
}

function subscriptionFrom(subscription: Stripe.Subscription): PlanSubscription {
  const item = need(subscription.items.data[0], 'items');
  return {
    id: subscription.id,
    customerId: need(idOf(subscription.customer), 'customer'),
    status: known(
      ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'],
      subscription.status,
    ),
    tier: need(item.price.metadata.tier, 'the tier of its price'),
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    latestInvoiceId: idOf(subscription.latest_invoice),
    metadata: subscription.metadata,
  };
}

function invoiceFrom(invoice: Stripe.Invoice): PlanInvoice {
  const line = invoice.lines.data[0];
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    customerId: need(idOf(invoice.customer), 'customer'),
    status: known(['draft', 'open', 'paid', 'uncollectible', 'void'], invoice.status),
    billingReason: invoice.billing_reason ?? '',
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    description: invoice.description ?? line?.description ?? '',
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    periodStart: instant(line?.period.start ?? invoice.period_start),
    periodEnd: instant(line?.period.end ?? invoice.period_end),
    created: instant(invoice.created),
  };
}
