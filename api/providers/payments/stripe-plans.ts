import type Stripe from 'stripe';
import type { Payments, PlanPayable } from './payments.ts';
import { callProvider, hasCode, orNull } from './stripe-errors.ts';
import { need, secretOf } from './stripe-objects.ts';
import { subscriptionFrom } from './stripe-plan-objects.ts';
import { priceOf } from './stripe-prices.ts';

type PlanCalls = Pick<
  Payments,
  'createSubscription' | 'preparePrice' | 'readSubscription' | 'readPlanPayable' | 'cancelSubscription'
>;

/** Plans at the card provider: subscriptions of one item. */
export function planCalls(stripe: Stripe): PlanCalls {
  return {
    createSubscription: (input) =>
      callProvider(async () => {
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
          { idempotencyKey: `subscription:${input.attempt}:${input.customerId}` },
        );
        return {
          ...need(subscriptionFrom(subscription), 'the plan'),
          ...payableOf(subscription.latest_invoice),
        };
      }),

    preparePrice: (plan) =>
      callProvider(async () => {
        await priceOf(stripe, plan);
      }),

    readSubscription: (id) =>
      callProvider(() => orNull(async () => subscriptionFrom(await stripe.subscriptions.retrieve(id)))),

    readPlanPayable: (id) =>
      callProvider(async () => {
        const expand = ['latest_invoice.confirmation_secret'];
        return payableOf((await stripe.subscriptions.retrieve(id, { expand })).latest_invoice);
      }),

    cancelSubscription: (id, attempt) =>
      callProvider(async () => {
        try {
          await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `subscription-cancel:${attempt}` });
        } catch (error) {
          if (!hasCode(error, 'resource_missing')) throw error;
        }
      }),
  };
}

const payableOf = (invoice: string | Stripe.Invoice | null): PlanPayable => ({
  clientSecret: secretOf(invoice),
  dueCents: typeof invoice === 'object' ? (invoice?.amount_due ?? 0) : 0,
});
