import { expect, test } from 'vitest';
import { cards, openWorld } from './testing/world.ts';

test('a restart keeps keys, objects, idempotency keys, the clock and pending deliveries', async () => {
  const before = await openWorld();
  before.sandbox.control({ advanceClockSeconds: 7200 });
  const create = (stripe: typeof before.stripe) =>
    stripe.paymentIntents.create({ amount: 1000, currency: 'aud' }, { idempotencyKey: 'k' });
  const intent = await create(before.stripe);
  await before.pay(intent.client_secret ?? '', cards.succeeds);
  // Deliveries were never started: both events wait.
  await before.close({ keepData: true });

  const after = await openWorld({ dataDir: before.dataDir });
  try {
    expect(after.sandbox.keys).toEqual(before.sandbox.keys);
    expect(await after.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
    expect((await create(after.stripe)).id).toBe(intent.id);
    const { created } = await after.stripe.customers.create({});
    expect(created).toBeGreaterThan(Date.now() / 1000 + 7000);
    after.sandbox.start();
    await after.sandbox.webhooksSettled();
    expect(after.received.map(({ event }) => event.type)).toEqual([
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
  } finally {
    await after.close();
  }
});
