import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const told = async () =>
  (await world.stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type)
    .filter((type) => type.startsWith('charge.dispute'))
    .reverse();

test('a disputed charge is held, cannot be refunded meanwhile, and is free again once won', async () => {
  const { stripe, payments, sandbox } = world;
  const id = await world.aPayment();
  sandbox.control({ dispute: { paymentIntent: id } });
  const { data } = await stripe.disputes.list({ payment_intent: id });
  const [open]: Stripe.Dispute[] = data;
  expect(open).toMatchObject({ amount: 18_900, status: 'needs_response', payment_intent: id });
  expect(await payments.readRefunds(id)).toMatchObject({ pendingCents: 18_900, leftCents: 0 });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  sandbox.control({ closeDispute: { paymentIntent: id, won: true } });
  expect(await payments.readDisputes(id)).toMatchObject([{ state: 'won' }]);
  expect(await payments.readRefunds(id)).toMatchObject({ pendingCents: 0, leftCents: 18_900 });
  expect(await told()).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
});

test('disputes of a week beyond the provider’s page are all found', async () => {
  const { payments, sandbox } = world;
  const ids: string[] = [];
  for (let n = 0; n < 101; n += 1) {
    const id = await world.aPayment(cards.succeeds, `payment ${n}`);
    sandbox.control({ dispute: { paymentIntent: id } });
    ids.push(id);
  }
  const since = new Date(Date.now() - 60 * 60_000).toISOString();
  expect((await payments.listDisputed(since)).sort()).toEqual(ids.sort());
  expect(await payments.listDisputed(new Date(Date.now() + 60 * 60_000).toISOString())).toEqual([]);
});

test('a lost dispute is refunded, and a refused refund has no effect', async () => {
  const { stripe, payments, sandbox } = world;
  const id = await world.aPayment();
  sandbox.control({ refuseRefunds: 1 });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
  sandbox.control({ dispute: { paymentIntent: id } });
  sandbox.control({ closeDispute: { paymentIntent: id, won: false } });
  expect(await payments.readRefunds(id)).toMatchObject({ givenCents: 18_900, leftCents: 0 });
});
