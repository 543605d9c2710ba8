import type Stripe from 'stripe';
import { cards, openWorld } from './world.ts';

const day = 24 * 3600;

export const itemOf = (plan: Stripe.Subscription) => plan.items.data[0]?.id ?? '';
export const priceIn = (plan: Stripe.Subscription) => plan.items.data[0]?.price.id;
/** The latest invoice of a plan, read together with it. */
export const latestOf = (plan: Stripe.Subscription) => plan.latest_invoice as Stripe.Invoice;
export const secretOf = (plan: Stripe.Subscription) =>
  latestOf(plan).confirmation_secret?.client_secret ?? '';
/** The texts of an invoice's lines, their amounts, and whether they cover a part of a period. */
export const linesOf = (invoice: Stripe.Invoice) =>
  invoice.lines.data.map(({ amount, description, parent }) => [
    description,
    amount,
    parent?.subscription_item_details?.proration,
  ]);

export type Plans = Awaited<ReturnType<typeof openPlans>>;

/**
 * A sandbox with three plans, for its tests. Its clock stands still on 1 February 2026. The month has 28 days, so that
 * half of a period is exactly 14 days.
 */
export async function openPlans() {
  let now = new Date('2026-02-01T00:00:00Z');
  const clock = () => now;
  let world = await openWorld({ clock });
  const basic = await world.priceOf('Basic plan', 65_099);
  const standard = await world.priceOf('Standard plan', 140_099);
  const premium = await world.priceOf('Premium plan', 225_099);
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  return {
    get world() {
      return world;
    },
    basic,
    standard,
    premium,
    /** In unix seconds. */
    now: () => now.getTime() / 1000,
    later,
    goTo(instant: string) {
      now = new Date(instant);
    },
    async restart() {
      await world.close({ keepData: true });
      world = await openWorld({ dataDir: world.dataDir, clock });
    },
    read: (plan: Stripe.Subscription) =>
      world.stripe.subscriptions.retrieve(plan.id, { expand: ['latest_invoice.confirmation_secret'] }),
    async balanceOf(plan: Stripe.Subscription) {
      const customer = await world.stripe.customers.retrieve(String(plan.customer));
      return customer.deleted ? null : customer.balance;
    },
    /** Changes a plan's price as an upgrade does: at once, after the payment. */
    toNew: (plan: Stripe.Subscription, price: Stripe.Price, more: Stripe.SubscriptionUpdateParams = {}) =>
      world.stripe.subscriptions.update(plan.id, {
        items: [{ id: itemOf(plan), price: price.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
        ...more,
      }),
    /** A basic plan in the middle of its period; this card pays the next charges. */
    async halfway(number = cards.succeeds) {
      const plan = await world.buyPlan(basic, cards.succeeds);
      if (number !== cards.succeeds) await world.changeCard(plan, number);
      later(14 * day);
      return plan;
    },
  };
}
