import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';
import { WebhookRefused } from './payments.ts';

let world: World;
aWorldFor('test', (opened) => {
  world = opened;
  world.sandbox.start();
});

const newIntent = () => world.stripe.paymentIntents.create({ amount: 1000, currency: 'aud' });
const deliveries = () =>
  world.received.map(({ body, signature }) => world.payments.beginWebhook(signature ?? '', new Date())(body));

test('the events of a plan refer to its invoice and to itself', async () => {
  const customerId = await world.payments.createCustomer({
    userId: 'u',
    email: 'a@b.c',
    name: 'A',
    attempt: 'a',
  });
  const subscription = await world.payments.createSubscription({
    customerId,
    tier: 'basic',
    versionId: 'basic',
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
  const hints = deliveries();
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
  const object = { kind: 'refund', id: intent.id };
  expect(deliveries().slice(-2)).toMatchObject([
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
      world.stripe.webhooks.generateTestHeaderString({
        payload: body.toString(),
        secret: key,
        timestamp: Math.floor(now.getTime() / 1000) + secondsOff,
      }),
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

test('a webhook of a sandbox whose time was moved is accepted', async () => {
  world.sandbox.control({ advanceClockSeconds: 86_400 });
  await newIntent();
  await world.sandbox.webhooksSettled();
  const { body, signature, event } = world.received[0] ?? {};
  expect(event).toMatchObject({ type: 'payment_intent.created' });
  expect(world.payments.beginWebhook(signature ?? '', new Date())(body ?? Buffer.alloc(0)).id).toBe(
    event?.id,
  );
});
