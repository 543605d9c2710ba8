import { expect, test } from 'vitest';
import type { Store } from '../core/store.ts';
import { openWorld } from '../testing/world.ts';
import { type ControlCommand, createControls } from './controls.ts';

/** The fates of this many webhooks and answers under these chances. */
function fates(command: NonNullable<ControlCommand['chances']>, count = 2000) {
  const kept = new Map<string, string>();
  const store = {
    meta: (key: string) => kept.get(key),
    setMeta: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Store;
  const controls = createControls(store, () => new Date());
  controls.apply({ chances: command });
  const deliveries = Array.from({ length: count }, (_, i) =>
    controls.takeDelivery(`evt_${i}`).map(({ inMs }) => inMs),
  );
  const drops = Array.from({ length: count }, () => controls.takeDrop());
  return { deliveries, drops, controls };
}

test('chances occur about as often as given, and the same each time', () => {
  const command = { seed: 7, lose: 0.1, repeat: 0.3, reorder: 0.3, dropAnswers: 0.1, delayMs: 100 };
  const { deliveries, drops } = fates(command);
  const share = (of: boolean[]) => of.filter(Boolean).length / of.length;
  const delivered = deliveries.filter(({ length }) => length > 0);
  expect(1 - delivered.length / deliveries.length).toBeCloseTo(0.1, 1);
  expect(share(delivered.map(({ length }) => length === 2))).toBeCloseTo(0.3, 1);
  expect(share(delivered.map(([first = 0]) => first > 0))).toBeCloseTo(0.3, 1);
  expect(share(drops)).toBeCloseTo(0.1, 1);
  expect(Math.max(...delivered.flat())).toBeLessThanOrEqual(200);

  const again = fates(command);
  expect([again.deliveries, again.drops]).toEqual([deliveries, drops]);
  const other = fates({ ...command, seed: 8 });
  expect(other.deliveries).not.toEqual(deliveries);
  expect(other.drops).not.toEqual(drops);
  // Dropped answers do not shift the fates of webhooks.
  expect(fates({ ...command, dropAnswers: 0.9 }).deliveries).toEqual(deliveries);
});

test('a random delay is whole, and a reset ends all chances', () => {
  const { deliveries, controls } = fates({ seed: 1, delay: 1, delayMs: 250 }, 10);
  expect(deliveries).toEqual(Array(10).fill([250]));
  controls.apply({ chances: { seed: 1, lose: 1, dropAnswers: 1 } });
  expect([controls.takeDelivery('evt'), controls.takeDrop()]).toEqual([[], true]);
  controls.apply({ reset: true });
  expect([controls.takeDelivery('evt'), controls.takeDrop()]).toEqual([[{ event: 'evt', inMs: 0 }], false]);
});

test('under random faults every write happens once, however often it is repeated and announced', async () => {
  const world = await openWorld();
  try {
    world.sandbox.start();
    world.sandbox.control({
      chances: { seed: 3, repeat: 0.3, reorder: 0.3, lose: 0.1, delayMs: 200, dropAnswers: 0.3 },
    });
    let lost = 0;
    /** Asks until an answer arrives; without the SDK, which would wait in between. */
    async function post(path: string, key: string): Promise<{ id: string }> {
      for (;;) {
        try {
          const answer = await fetch(`http://${world.api.host}:${world.api.port}/v1/${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${world.sandbox.keys.secretKey}`, 'idempotency-key': key },
            body: 'description=seen',
          });
          expect(answer.status).toBe(200);
          return (await answer.json()) as { id: string };
        } catch (error) {
          expect(error).toMatchObject({ message: 'fetch failed' });
          lost++;
        }
      }
    }
    const ids = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { id } = await post('customers', `create-${i}`);
      await post(`customers/${id}`, `update-${i}`);
      ids.add(id);
    }
    expect(ids.size).toBe(60);
    expect(lost).toBeGreaterThan(0);
    await world.sandbox.webhooksSettled();
    const { data } = await world.stripe.events.list({ type: 'customer.updated', limit: 100 });
    expect(data).toHaveLength(60);
    const receivedIds = world.received.map(({ event }) => event.id);
    // Some events were lost, some came twice, some out of order.
    expect(new Set(receivedIds).size).toBeLessThan(data.length);
    expect(receivedIds.length).toBeGreaterThan(new Set(receivedIds).size);
    const made = data.map(({ id }) => id).reverse();
    expect([...new Set(receivedIds)]).not.toEqual(made.filter((id) => receivedIds.includes(id)));
    expect(world.failures).toEqual([]);
  } finally {
    await world.close();
  }
});
