import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor('file', (opened) => {
  world = opened;
});

async function aKeptCard(customerId: string, number: string): Promise<string> {
  const clientSecret = await world.payments.createSetupIntent({ customerId, attempt: number });
  const { body } = await world.pay(clientSecret, number);
  return String(body.payment_method);
}

test('cards are listed, chosen as the default or as a plan’s, and removed', async () => {
  const customerId = (await world.stripe.customers.create()).id;
  const read = (subscriptionId: string | null = null) =>
    world.payments.readCards({ customerId, subscriptionId });
  expect(await read()).toEqual({ cards: [], defaultId: null, paysOtherwise: false });
  const [first, second] = [
    await aKeptCard(customerId, cards.succeeds),
    await aKeptCard(customerId, '5555555555554444'),
  ];
  expect(await read()).toMatchObject({ defaultId: null, cards: [{ id: second }, { id: first }] });

  const plan = await world.payments.createSubscription({
    customerId,
    tier: 'basic',
    versionId: 'basic',
    amountCents: 65_099,
    currency: 'aud',
    productName: 'Basic Plan',
    metadata: {},
    attempt: `plan-${customerId}`,
  });
  await world.pay(plan.clientSecret, cards.succeeds);
  const paidWith = (await read(plan.id)).defaultId;
  expect([first, second]).not.toContain(paidWith);
  expect((await read(plan.id)).cards).toHaveLength(3);

  await world.payments.setDefaultCard({
    customerId,
    subscriptionId: plan.id,
    cardId: second,
    attempt: 'default-1',
  });
  expect((await read(plan.id)).defaultId).toBe(second);
  expect((await read()).defaultId).toBe(second);
  expect((await world.stripe.subscriptions.retrieve(plan.id)).default_payment_method).toBe(second);
  await world.payments.removeCard(first, 'remove-1');
  await world.payments.removeCard(first, 'remove-2');
  expect((await read(plan.id)).cards.map((card) => card.id)).toEqual([paidWith, second]);
  expect((await read(plan.id)).cards[1]).toEqual({
    id: second,
    last4: '4444',
    brand: 'mastercard',
    expMonth: 12,
    expYear: 2040,
  });
});
