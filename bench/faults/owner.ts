import Stripe from 'stripe';
import type { PaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import { byOwner, periodEndOf, stripeOf } from './books/provider.ts';
import type { CampaignResult } from './result.ts';

const daySeconds = 86_400;
/** The newest objects that the dashboard shows. */
const page = 100;

/**
 * The owner at the provider's dashboard. What they do there reaches the product by events alone, and some of these
 * are lost.
 */
export class Owner {
  readonly #stripe: Stripe;
  readonly #provider: PaymentsProcess;
  readonly #random: () => number;
  readonly #result: CampaignResult;
  readonly #disputed: Set<string>;

  constructor(given: {
    provider: PaymentsProcess;
    random: () => number;
    result: CampaignResult;
    disputed: Set<string>;
  }) {
    this.#provider = given.provider;
    this.#stripe = stripeOf(given.provider);
    this.#random = given.random;
    this.#result = given.result;
    this.#disputed = given.disputed;
  }

  async doSomething(): Promise<void> {
    const chance = this.#random();
    try {
      const isDone = await (chance < 0.45
        ? this.#actOnPlan()
        : chance < 0.85
          ? this.#refund()
          : this.#hearOfInquiry());
      if (isDone) this.#result.deeds += 1;
    } catch (error) {
      // The dashboard shows a refusal: already refunded, disputed, ended meanwhile; or that it has lost the answers.
      const { StripeConnectionError, StripeInvalidRequestError } = Stripe.errors;
      if (!(error instanceof StripeInvalidRequestError || error instanceof StripeConnectionError))
        throw error;
    }
  }

  async #actOnPlan(): Promise<boolean> {
    const { data } = await this.#stripe.subscriptions.list({ status: 'active', limit: page });
    const plan = this.#oneOf(data);
    if (!plan) return false;
    const chance = this.#random();
    if (chance < 0.15) await this.#stripe.subscriptions.cancel(plan.id);
    else if (chance < 0.5) await this.#endLater(plan);
    else if (chance < 0.9) await this.#swapPrice(plan);
    else await this.#stripe.customers.del(String(plan.customer));
    return true;
  }

  /** With its period, at a date in it, or after it; sometimes the owner takes the date back. */
  async #endLater(plan: Stripe.Subscription): Promise<void> {
    const chance = this.#random();
    const { now } = await this.#provider.state();
    const dates = [now + 5, periodEndOf(plan) - daySeconds, periodEndOf(plan) + 10 * daySeconds];
    const date = dates[Math.floor(this.#random() * dates.length)] ?? 0;
    if (chance < 0.4 || date <= now) await this.#change(plan, { cancel_at_period_end: chance < 0.3 });
    else await this.#change(plan, { cancel_at: date });
    if (chance > 0.9) await this.#change(plan, { cancel_at: '' });
  }

  /** To another price of ours, or to one that we do not know; from the next period, or at once. */
  async #swapPrice(plan: Stripe.Subscription): Promise<void> {
    const { data } = await this.#stripe.prices.list({ active: true, limit: page });
    const price = this.#random() < 0.3 ? await this.#foreignPrice(data) : this.#oneOf(data);
    const item = plan.items.data[0];
    if (!price || !item) return;
    await this.#change(plan, {
      items: [{ id: item.id, price: price.id }],
      proration_behavior: this.#random() < 0.5 ? 'none' : 'always_invoice',
    });
  }

  async #foreignPrice(prices: Stripe.Price[]): Promise<Stripe.Price> {
    const found = prices.find(({ lookup_key }) => lookup_key === 'of_the_owner');
    if (found) return found;
    const product = await this.#stripe.products.create({ name: 'Gold' });
    return this.#stripe.prices.create({
      product: product.id,
      currency: prices[0]?.currency ?? 'usd',
      unit_amount: 99_900,
      recurring: { interval: 'month' },
      lookup_key: 'of_the_owner',
    });
  }

  #change(plan: Stripe.Subscription, change: Stripe.SubscriptionUpdateParams): Promise<unknown> {
    return this.#stripe.subscriptions.update(plan.id, change);
  }

  /** A payment or a plan's invoice, whole or in part. */
  async #refund(): Promise<boolean> {
    const paid = await this.#onePaid();
    if (!paid) return false;
    const amount = this.#random() < 0.5 ? {} : { amount: Math.max(1, Math.floor(paid.amount / 3)) };
    await this.#stripe.refunds.create({ payment_intent: paid.id, ...amount, metadata: byOwner });
    return true;
  }

  /** A bank asks about a payment; the inquiry ends, becomes a dispute, or waits. */
  async #hearOfInquiry(): Promise<boolean> {
    const paid = await this.#onePaid();
    if (!paid) return false;
    const { data: refunds } = await this.#stripe.refunds.list({ payment_intent: paid.id, limit: 1 });
    if (refunds.length || this.#disputed.has(paid.id)) return false;
    this.#disputed.add(paid.id);
    await this.#provider.control({ dispute: { paymentIntent: paid.id, inquiry: true } });
    const chance = this.#random();
    if (chance < 0.6)
      await this.#provider.control({ closeDispute: { paymentIntent: paid.id, won: chance < 0.3 } });
    return true;
  }

  async #onePaid(): Promise<Stripe.PaymentIntent | undefined> {
    const { data } = await this.#stripe.paymentIntents.list({ limit: page });
    return this.#oneOf(data.filter(({ status }) => status === 'succeeded'));
  }

  #oneOf<T>(all: T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }
}
