import { expect, test } from 'vitest';
import { aWorldFor, openWorld, type World } from '../../testing/outside/payments-world.ts';
import { PaymentsUnavailable } from './payments.ts';

let world: World;
aWorldFor('file', (opened) => {
  world = opened;
});

test('an attempt repeated after every answer was lost makes one payment', async () => {
  const customerId = await world.payments.createCustomer({
    userId: 'u',
    email: 'a@b.c',
    name: 'A',
    attempt: 'a1',
  });
  const input = {
    customerId,
    amountCents: 1006,
    currency: 'aud',
    description: 'd',
    metadata: {},
    attempt: 'booking-1',
  };
  world.sandbox.control({ dropAnswers: 3 });
  await expect(world.payments.createPaymentIntent(input)).rejects.toThrow(/connection|retry/i);
  const made = await world.payments.createPaymentIntent(input);
  expect(await world.payments.readPaymentIntent(made.id)).toEqual(made);
  expect((await world.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(1);
});

test('a failing provider is asked again, and unavailable if it goes on failing', async () => {
  const input = { userId: 'u', email: 'a@b.c', name: 'A', attempt: 'a2' };
  world.sandbox.control({ failNext: { count: 1, status: 500 } });
  expect(await world.payments.createCustomer(input)).toMatch(/^cus_/);
  world.sandbox.control({ failNext: { count: 1, status: 429 } });
  await expect(world.payments.createCustomer(input)).rejects.toBeInstanceOf(PaymentsUnavailable);
});

test('a provider that cannot be reached is unavailable', async () => {
  const nobody = await openWorld();
  await nobody.close();
  await expect(nobody.payments.readPaymentIntent('pi_1')).rejects.toBeInstanceOf(PaymentsUnavailable);
});
