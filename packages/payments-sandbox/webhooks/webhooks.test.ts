import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ webhookRetryDelaysMs: [5, 5, 5] });
  world.sandbox.start();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const types = () => world.received.map(({ event }) => event.type);
const newIntent = () => world.stripe.paymentIntents.create({ amount: 1000, currency: 'aud' });

test('a plan’s life is told in signed events that the SDK accepts', async () => {
  const { stripe } = world;
  const { id, latest_invoice: invoice } = await stripe.subscriptions.create({
    customer: (await stripe.customers.create()).id,
    items: [{ price: (await world.priceOf('Basic plan', 65_099)).id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  await world.pay(secret ?? '', cards.declined);
  await world.pay(secret ?? '', cards.succeeds);
  await stripe.subscriptions.cancel(id);
  await world.sandbox.webhooksSettled();
  expect(types().slice(-11)).toEqual([
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'customer.subscription.created',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'payment_method.attached',
    'payment_intent.succeeded',
    'invoice.paid',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ]);
  for (const { body, signature, event } of world.received)
    expect(stripe.webhooks.constructEvent(body, signature ?? '', world.sandbox.keys.webhookSecret).id).toBe(
      event.id,
    );
});

test('webhooks are signed at the receiver’s time, also if the sandbox’s was moved', async () => {
  world.sandbox.control({ advanceClockSeconds: 86_400 });
  await newIntent();
  await world.sandbox.webhooksSettled();
  const { signature, event } = world.received[0] ?? {};
  expect(event).toMatchObject({ type: 'payment_intent.created' });
  const signedAt = Number(/^t=(\d+),/.exec(signature ?? '')?.[1]);
  expect(Math.abs(Date.now() / 1000 - signedAt)).toBeLessThan(300);
});

test('a refused delivery is repeated until it is accepted', async () => {
  world.answers.push(500, 503);
  await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received).toHaveLength(3);
  expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(1);
});

test('a delivery that is always refused is given up', async () => {
  world.answers.push(500, 500, 500, 500);
  await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received).toHaveLength(4);
});

test('webhooks can be lost, repeated, late and out of order', async () => {
  world.sandbox.control({ loseWebhooks: 1 });
  const lost = await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received).toEqual([]);
  expect((await world.stripe.events.list()).data[0]?.data.object).toMatchObject({ id: lost.id });

  world.sandbox.control({ repeatWebhooks: 1 });
  await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received).toHaveLength(2);
  expect(world.received[0]?.event.id).toBe(world.received[1]?.event.id);

  world.received.length = 0;
  world.sandbox.control({ delayWebhooks: { count: 1, ms: 2000 } });
  const late = await newIntent();
  const onTime = await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received.map(({ event }) => event.data.object.id)).toEqual([onTime.id, late.id]);

  world.received.length = 0;
  world.sandbox.control({ reorderWebhooks: 2 });
  const first = await newIntent();
  const second = await newIntent();
  await world.sandbox.webhooksSettled();
  expect(world.received.map(({ event }) => event.data.object.id)).toEqual([second.id, first.id]);
});
