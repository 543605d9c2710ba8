import type Stripe from 'stripe';
import { PaymentRefused, type PlanPrice } from './payments.ts';
import { existingOr } from './stripe-errors.ts';

const prefix = 'hearthkeep_';

/** A plan's product at the provider is named by its tier, because an invoice's line names only the product. */
const productOf = (tier: string): string => `${prefix}${tier}`;
export const tierOf = (productId: string): string | null =>
  productId.startsWith(prefix) ? productId.slice(prefix.length) : null;

/** The price of a plan, found by its own name and created at its first sale. A new amount is a new price. */
export async function priceOf(stripe: Stripe, plan: PlanPrice): Promise<Stripe.Price> {
  const lookupKey = lookupKeyOf(plan);
  const found = await priceNamed(stripe, lookupKey);
  if (found) return found;
  const productId = productOf(plan.tier);
  const product = await existingOr(
    () =>
      stripe.products.create(
        { id: productId, name: plan.productName, metadata: { tier: plan.tier } },
        { idempotencyKey: `product:${lookupKey}` },
      ),
    () => stripe.products.retrieve(productId),
  );
  return existingOr(
    () =>
      stripe.prices.create(
        {
          product: product.id,
          unit_amount: plan.amountCents,
          currency: plan.currency,
          recurring: { interval: 'month' },
          // Members pay the price shown: any tax is included.
          tax_behavior: 'inclusive',
          lookup_key: lookupKey,
          metadata: { tier: plan.tier },
        },
        { idempotencyKey: `price:${lookupKey}` },
      ),
    async () => {
      const price = await priceNamed(stripe, lookupKey);
      if (!price) throw new PaymentRefused(`The price ${lookupKey} exists but is not active.`, 'price');
      return price;
    },
  );
}

/** The name of a plan's price: plan, amount and currency. */
const lookupKeyOf = (plan: PlanPrice): string => `${prefix}${plan.tier}_${plan.amountCents}_${plan.currency}`;

/** The price at which a plan is sold, if it exists. */
export const findPrice = (stripe: Stripe, plan: PlanPrice): Promise<Stripe.Price | undefined> =>
  priceNamed(stripe, lookupKeyOf(plan));

async function priceNamed(stripe: Stripe, lookupKey: string): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  return data[0];
}
