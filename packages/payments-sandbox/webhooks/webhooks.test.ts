import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebhookRefused } from '../../../api/providers/payments/payments.ts';
import { cards, openWorld, type World } from '../testing/world.ts';
import { signatureOf } from './webhooks.ts';

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
  const customerId = await world.payments.createCustomer({
    userId: 'u',
    email: 'a@b.c',
    name: 'A',
    attempt: 'a',
  });
  const subscription = await world.payments.createSubscription({
    customerId,
    tier: 'basic',
    amountCents: 65_099,
    currency: 'aud',
    productName: 'Basic plan',
    metadata: {},
    attempt: 'a',
  });
  await world.pay(subscription.clientSecret, cards.declined);
  await world.pay(subscription.clientSecret, cards.succeeds);
  await world.stripe.subscriptions.cancel(subscription.id);
  await world.sandbox.webhooksSettled();
  expect(types()).toEqual([
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
  const hints = world.received.map(({ body, signature }) =>
    world.payments.beginWebhook(signature ?? '', new Date())(body),
  );
  expect(hints.find(({ type }) => type === 'invoice.paid')?.object).toEqual({
    kind: 'invoice',
    id: subscription.latestInvoiceId,
    subscriptionId: subscription.id,
  });
  expect(hints.at(-1)?.object).toEqual({ kind: 'subscription', id: subscription.id });
});

test('a refund refers to its payment', async () => {
  const intent = await newIntent();
  await world.pay(intent.client_secret ?? '', cards.succeeds);
  await world.payments.refund({ paymentIntentId: intent.id, attempt: 'r' });
  await world.sandbox.webhooksSettled();
  const told = world.received.map(({ body, signature }) =>
    world.payments.beginWebhook(signature ?? '', new Date())(body),
  );
  const object = { kind: 'refund', id: intent.id };
  expect(told.slice(-2)).toMatchObject([
    { type: 'refund.created', object },
    { type: 'charge.refunded', object },
  ]);
});

test('stale, future, changed and foreign webhooks are refused', async () => {
  await newIntent();
  await world.sandbox.webhooksSettled();
  const { body = Buffer.alloc(0) } = world.received[0] ?? {};
  const secret = world.sandbox.keys.webhookSecret;
  const now = new Date('2026-05-01T12:00:00.500Z');
  const begin = (secondsOff: number, key = secret) =>
    world.payments.beginWebhook(
      signatureOf(body.toString(), key, Math.floor(now.getTime() / 1000) + secondsOff),
      now,
    );
  const read = (secondsOff: number, key = secret, payload = body) => begin(secondsOff, key)(payload);
  expect(read(0).type).toBe('payment_intent.created');
  expect(read(-300).type).toBe('payment_intent.created');
  expect(read(300).type).toBe('payment_intent.created');
  // These are refused before the body.
  for (const secondsOff of [-301, 301, 3600]) expect(() => begin(secondsOff)).toThrow(WebhookRefused);
  expect(() => read(0, 'whsec_other')).toThrow(WebhookRefused);
  expect(() => read(0, secret, Buffer.from(body.toString().replace('1000', '9000')))).toThrow(WebhookRefused);
  for (const signature of ['', 'nonsense'])
    expect(() => world.payments.beginWebhook(signature, now)).toThrow(WebhookRefused);
});

test('webhooks are signed at the receiver’s time, also if the sandbox’s was moved', async () => {
  world.sandbox.control({ advanceClockSeconds: 86_400 });
  await newIntent();
  await world.sandbox.webhooksSettled();
  const { body, signature, event } = world.received[0] ?? {};
  expect(event).toMatchObject({ type: 'payment_intent.created' });
  expect(world.payments.beginWebhook(signature ?? '', new Date())(body ?? Buffer.alloc(0)).id).toBe(
    event?.id,
  );
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
