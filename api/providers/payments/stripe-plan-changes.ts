import type Stripe from 'stripe';
import { PaymentRefused, type Payments } from './payments.ts';
import { callProvider } from './stripe-errors.ts';
import { paymentOf } from './stripe-invoices.ts';
import { need } from './stripe-objects.ts';
import { planItemOf } from './stripe-plan-objects.ts';
import { priceOf } from './stripe-prices.ts';

type PlanChangeCalls = Pick<Payments, 'previewUpgrade' | 'upgradePlan' | 'switchPlan' | 'endPlanWithPeriod'>;

/** Changes of plans at the card provider: to another price, and to an end with the period. */
export function planChangeCalls(stripe: Stripe): PlanChangeCalls {
  return {
    previewUpgrade: ({ subscriptionId, plan, prorationAt }) =>
      callProvider(async () => {
        const [id, price] = await Promise.all([payableItemOf(stripe, subscriptionId), priceOf(stripe, plan)]);
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
      callProvider(async () => {
        const [id, price] = await Promise.all([payableItemOf(stripe, subscriptionId), priceOf(stripe, plan)]);
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
        return paymentOf(stripe, need(typeof invoice === 'string' ? invoice : invoice?.id, 'latest_invoice'));
      }),

    switchPlan: ({ subscriptionId, plan, attempt }) =>
      callProvider(async () => {
        const [id, price] = await Promise.all([itemOf(stripe, subscriptionId), priceOf(stripe, plan)]);
        await stripe.subscriptions.update(
          subscriptionId,
          { items: [{ id, price: price.id }], proration_behavior: 'none' },
          { idempotencyKey: `plan-switch:${attempt}` },
        );
      }),

    endPlanWithPeriod: ({ subscriptionId, ends, attempt }) =>
      callProvider(async () => {
        const { cancel_at } = await stripe.subscriptions.update(
          subscriptionId,
          { cancel_at_period_end: ends },
          { idempotencyKey: `plan-end:${attempt}` },
        );
        // A date that the owner has set is another field, which the first one does not clear.
        if (ends || cancel_at === null) return;
        await stripe.subscriptions.update(
          subscriptionId,
          { cancel_at: '' },
          { idempotencyKey: `plan-end-date:${attempt}` },
        );
      }),
  };
}

const itemOf = async (stripe: Stripe, subscriptionId: string) =>
  need(planItemOf(await stripe.subscriptions.retrieve(subscriptionId)), 'items').id;

/** @throws PaymentRefused while the owner has paused the collection: an upgrade would change the plan unpaid */
async function payableItemOf(stripe: Stripe, subscriptionId: string): Promise<string> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (subscription.pause_collection)
    throw new PaymentRefused('The payments of this plan are paused.', 'collection_paused');
  return need(planItemOf(subscription), 'items').id;
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);
const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0);
