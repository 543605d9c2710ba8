import { expect, test } from 'vitest';
import { aWorldFor, eventTypes, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor('test', (opened) => {
  world = opened;
});

test('a refund is made at once, and in parts up to the whole', async () => {
  const { stripe, payments } = world;
  const id = await world.aPayment();
  expect(await payments.readRefunds(id)).toEqual({
    givenCents: 0,
    pendingCents: 0,
    leftCents: 18_900,
    failed: 0,
    unclear: [],
    parts: [],
    isDisputed: false,
    card: { brand: 'visa', last4: '4242' },
  });
  await stripe.refunds.create({ payment_intent: id, amount: 5000 });
  expect(await payments.readRefunds(id)).toMatchObject({ givenCents: 5000, leftCents: 13_900 });
  await payments.refund({ paymentIntentId: id, attempt: 'a' });
  expect(await payments.readRefunds(id)).toMatchObject({ givenCents: 18_900, leftCents: 0 });
  expect(await eventTypes(world, 'refund')).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
  ]);
  world.sandbox.control({ advanceClockSeconds: 3600 });
  expect(await eventTypes(world, 'refund')).toHaveLength(4);
});

test('a slow refund is under way, and then made', async () => {
  const id = await world.aPayment('4000000000007726');
  await world.payments.refund({ paymentIntentId: id, attempt: 'a' });
  const underWay = { givenCents: 0, pendingCents: 18_900, leftCents: 0, failed: 0 };
  expect(await world.payments.readRefunds(id)).toMatchObject(underWay);
  // The whole sum counts as refunded meanwhile.
  await world.payments.refund({ paymentIntentId: id, attempt: 'b' });
  world.sandbox.control({ advanceClockSeconds: 60 });
  expect(await world.payments.readRefunds(id)).toMatchObject({
    ...underWay,
    givenCents: 18_900,
    pendingCents: 0,
  });
  expect(await eventTypes(world, 'refund')).toEqual(['refund.created', 'charge.refunded', 'refund.updated']);
});

test('a refund that seemed made fails, and can be made again under another attempt', async () => {
  const id = await world.aPayment('4000000000005126');
  await world.payments.refund({ paymentIntentId: id, attempt: 'a' });
  expect(await world.payments.readRefunds(id)).toMatchObject({ givenCents: 18_900, leftCents: 0 });
  world.sandbox.control({ advanceClockSeconds: 60 });
  const failed = { givenCents: 0, pendingCents: 0, leftCents: 18_900, failed: 1 };
  expect(await world.payments.readRefunds(id)).toMatchObject(failed);
  expect(await eventTypes(world, 'refund')).toEqual(['refund.created', 'charge.refunded', 'refund.failed']);
  const intent = await world.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(intent.latest_charge).toMatchObject({ amount_refunded: 0, refunded: false });
  await world.payments.refund({ paymentIntentId: id, attempt: 'b' });
  expect(await world.payments.readRefunds(id)).toMatchObject({ givenCents: 18_900, failed: 1 });
});
