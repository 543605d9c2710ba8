import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStripe } from '../../providers/payments/stripe-check.ts';
import { cards, openWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

/** A price of the Basic plan as an operator makes it by hand: of our product, and with nothing noted on it. */
async function priceByHand(lookup_key: string) {
  const { stripe } = world;
  await stripe.products.create({ id: 'hearthkeep_basic', name: 'Basic Plan' });
  return stripe.prices.create({
    product: 'hearthkeep_basic',
    unit_amount: 65_099,
    currency: 'aud',
    recurring: { interval: 'month' },
    lookup_key,
  });
}

test('a plan is known by its product, whatever is noted on its price; another product’s is none of ours', async () => {
  const { payments } = world;
  const ours = await world.buyPlan(await priceByHand('hearthkeep_basic_65099_aud'), cards.succeeds);
  expect(await payments.readSubscription(ours.id)).toMatchObject({ id: ours.id, tier: 'basic' });
  const other = await world.buyPlan(await world.priceOf('Newsletter', 900), cards.succeeds);
  expect(await payments.readSubscription(other.id)).toBeNull();

  const findings = await checkStripe({
    ...world.sandbox.keys,
    api: world.api,
    webhookUrl: `${world.origin}/webhook`,
    plans: [{ tier: 'basic', amountCents: 65_099, currency: 'aud', productName: 'Basic Plan' }],
    create: false,
  });
  expect(findings.at(-1)).toMatchObject({ state: 'good', subject: 'Basic Plan, 650.99 aud a month' });
});
