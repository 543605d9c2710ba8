import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { aWorldFor, eventTypes, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor('test', (opened) => {
  world = opened;
});

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
  expect(await eventTypes(world, 'charge.dispute')).toEqual([
    'charge.dispute.created',
    'charge.dispute.closed',
  ]);
});

test('events that were lost are all listed, beyond the provider’s page', async () => {
  const { payments, sandbox } = world;
  const ids: string[] = [];
  for (let n = 0; n < 101; n += 1) ids.push(await world.aPayment());
  sandbox.control({ loseWebhooks: 1000 });
  for (const paymentIntent of ids) sandbox.control({ dispute: { paymentIntent } });
  const missed = async (hoursAgo: number) => {
    const since = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const events = await payments.listEvents(since, (_, error) => {
      throw error;
    });
    return events.filter(({ object }) => object.kind === 'dispute').map(({ object }) => object.id);
  };
  expect(await missed(1)).toEqual(ids);
  expect(await missed(-1)).toEqual([]);
});

test('events of more than twenty types are not listed at once, as at the provider', async () => {
  const { stripe } = world;
  const list = (types: number) =>
    stripe.events.list({ types: Array.from({ length: types }, () => 'refund.failed') });
  await expect(list(21)).rejects.toMatchObject({ statusCode: 400, param: 'types' });
  expect((await list(20)).data).toEqual([]);
});

test('an inquiry takes nothing, and ends, or becomes a dispute', async () => {
  const { stripe, payments, sandbox } = world;
  const ended = await world.aPayment();
  sandbox.control({ dispute: { paymentIntent: ended, inquiry: true } });
  expect(await payments.readDisputes(ended)).toMatchObject([{ state: 'inquiry' }]);
  expect(await payments.readRefunds(ended)).toMatchObject({ pendingCents: 0, leftCents: 18_900 });
  sandbox.control({ closeDispute: { paymentIntent: ended, won: true } });
  expect(await payments.readDisputes(ended)).toMatchObject([{ state: 'won' }]);
  const disputed = await world.aPayment();
  sandbox.control({ dispute: { paymentIntent: disputed, inquiry: true } });
  expect(await stripe.refunds.create({ payment_intent: disputed, amount: 900 })).toMatchObject({
    amount: 900,
  });
  sandbox.control({ closeDispute: { paymentIntent: disputed, won: false } });
  expect(await payments.readDisputes(disputed)).toMatchObject([{ state: 'open', amountCents: 18_000 }]);
  expect(await payments.readRefunds(disputed)).toMatchObject({ givenCents: 900, leftCents: 0 });
  sandbox.control({ closeDispute: { paymentIntent: disputed, won: false } });
  expect(await payments.readDisputes(disputed)).toMatchObject([{ state: 'lost' }]);
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
