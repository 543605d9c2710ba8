import type Stripe from 'stripe';
import { PaymentRefused, type PlanPrice } from './payments.ts';
import { existingOr } from './stripe-errors.ts';

const prefix = 'hearthkeep_';

/**
 * Each version of a plan is a product at the provider that is named by it: an invoice's line says which product was
 * sold, but not the lookup key or the metadata of its price.
 */
const productOf = (versionId: string): string => `${prefix}${versionId}`;
export const versionOf = (productId: string): string | null =>
  productId.startsWith(prefix) ? productId.slice(prefix.length) : null;

/**
 * The price of a version, found by its own name and created once, however often that is repeated. A new amount is a new
 * price.
 */
export async function priceOf(stripe: Stripe, plan: PlanPrice): Promise<Stripe.Price> {
  const lookupKey = lookupKeyOf(plan);
  const found = await priceNamed(stripe, lookupKey);
  if (found) return found;
  const metadata = { tier: plan.tier, plan_version: plan.versionId };
  const productId = productOf(plan.versionId);
  const product = await existingOr(
    () =>
      stripe.products.create(
        { id: productId, name: plan.productName, metadata },
        { idempotencyKey: `plan-product:${lookupKey}` },
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
          metadata,
        },
        { idempotencyKey: `plan-price:${lookupKey}` },
      ),
    async () => {
      const price = await priceNamed(stripe, lookupKey);
      if (!price) throw new PaymentRefused(`The price ${lookupKey} exists but is not active.`, 'price');
      return price;
    },
  );
}

/** The name of a version's price: version, amount and currency. */
const lookupKeyOf = ({ versionId, amountCents, currency }: PlanPrice): string =>
  `${prefix}${versionId}_${amountCents}_${currency}`;

/** The price at which a plan is sold, if it exists. */
export const findPrice = (stripe: Stripe, plan: PlanPrice): Promise<Stripe.Price | undefined> =>
  priceNamed(stripe, lookupKeyOf(plan));

async function priceNamed(stripe: Stripe, lookupKey: string): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  return data[0];
}
