import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { alteredPayments } from '../../testing/outside/altered-payments.ts';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor('file', (opened) => {
  world = opened;
});

const onlyCards = {
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: null,
  payment_method_types: ['card'],
};

test('payments and saved cards accept cards alone, whatever else the account offers', async () => {
  const { payments, stripe } = world;
  const customerId = (await stripe.customers.create()).id;
  const payment = await payments.createPaymentIntent({
    customerId,
    amountCents: 18_900,
    currency: 'aud',
    description: 'Gutter cleaning',
    metadata: {},
    attempt: 'a1',
  });
  expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject(onlyCards);
  expect((await world.pay(payment.clientSecret, cards.succeeds)).body.status).toBe('succeeded');

  const secret = await payments.createSetupIntent({ customerId, attempt: 'a1' });
  expect(await stripe.setupIntents.retrieve(secret.split('_secret_')[0] ?? '')).toMatchObject(onlyCards);
});

test('every invoice of a plan accepts cards alone', async () => {
  const { payments, stripe } = world;
  const { id, clientSecret } = await payments.createSubscription({
    customerId: (await stripe.customers.create()).id,
    tier: 'basic',
    versionId: 'basic',
    amountCents: 65_099,
    currency: 'aud',
    productName: 'Basic Plan',
    metadata: {},
    attempt: 'a2',
  });
  const payment_settings = { payment_method_types: ['card'] };
  const plan = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(plan).toMatchObject({
    payment_settings: { ...payment_settings, save_default_payment_method: 'on_subscription' },
    latest_invoice: { payment_settings },
  });
  expect(await stripe.paymentIntents.retrieve(clientSecret?.split('_secret_')[0] ?? '')).toMatchObject({
    automatic_payment_methods: null,
    payment_method_types: ['card'],
  });
});

test('the two ways to name an intent’s payment methods exclude each other', async () => {
  const both = {
    allowed_payment_method_types: ['card' as const],
    automatic_payment_methods: { enabled: true },
  };
  const refusal = { statusCode: 400, code: 'parameters_exclusive' };
  const { paymentIntents, setupIntents } = world.stripe;
  await expect(paymentIntents.create({ amount: 1000, currency: 'aud', ...both })).rejects.toMatchObject(
    refusal,
  );
  await expect(setupIntents.create(both)).rejects.toMatchObject(refusal);
});

test('a plan with another payment source names none of the cards, nor the customer’s default', async () => {
  const { payments, stripe } = world;
  const plan = await world.buyPlan(await world.priceOf('Basic Plan', 65_099), cards.succeeds);
  const holder = { customerId: String(plan.customer), subscriptionId: plan.id };
  const { cards: saved, ...paying } = await payments.readCards(holder);
  expect(paying).toEqual({ defaultId: saved[0]?.id, paysOtherwise: false });
  await stripe.customers.update(holder.customerId, {
    invoice_settings: { default_payment_method: saved[0]?.id ?? '' },
  });
  const altered = await alteredPayments(world, (path, answer) =>
    path === `/v1/subscriptions/${plan.id}` ? { ...answer, default_payment_method: 'pm_of_a_bank' } : answer,
  );
  expect(await altered.payments.readCards(holder)).toEqual({
    cards: saved,
    defaultId: null,
    paysOtherwise: true,
  });
  await altered.close();
});
