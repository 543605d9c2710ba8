import type Stripe from 'stripe';
import type { BrowserCalls } from './browser-calls.ts';

/** Plans, and customers who buy them. */
export function planPurchases(stripe: Stripe, browser: BrowserCalls) {
  return {
    /** Creates a monthly price of a new plan. */
    async priceOf(name: string, cents: number): Promise<Stripe.Price> {
      const product = await stripe.products.create({ name });
      return stripe.prices.create({
        product: product.id,
        unit_amount: cents,
        currency: 'aud',
        recurring: { interval: 'month' },
      });
    },

    /** Buys a plan for a new customer, paid in the browser with this card, or unpaid without one. */
    async buyPlan(price: Stripe.Price, number: string | null) {
      const customer = await stripe.customers.create({ email: 'ann@example.com' });
      const { id, latest_invoice: invoice } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand: ['latest_invoice.confirmation_secret'],
      });
      const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
      if (number && secret) await browser.pay(secret, number);
      return stripe.subscriptions.retrieve(id);
    },

    /** Saves another card for a customer, and makes it pay the plan. */
    async changeCard(subscription: Stripe.Subscription, number: string): Promise<string> {
      const customer = String(subscription.customer);
      const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
      const secret = setup.client_secret ?? '';
      const { body } = await browser.pay(secret, number);
      if (body.status === 'requires_action') await browser.authenticate(secret, 'complete');
      const card = String((await stripe.setupIntents.retrieve(setup.id)).payment_method);
      await stripe.subscriptions.update(subscription.id, { default_payment_method: card });
      return card;
    },
  };
}
