import type { PaymentsSandboxOptions } from '@hearthkeep/payments-sandbox';
import { openWorld as openSandboxWorld } from '@hearthkeep/payments-sandbox/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createStripePayments } from '../../providers/payments/stripe.ts';

/** The world of the payments sandbox's own tests, with the product's adapter as `payments`. */
export async function openWorld(options: Partial<PaymentsSandboxOptions> = {}) {
  const world = await openSandboxWorld(options);
  const { keys, scriptPath: scriptUrl } = world.sandbox;
  return { ...world, payments: createStripePayments({ ...keys, scriptUrl, api: world.api }) };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

const hooks = { file: [beforeAll, afterAll], test: [beforeEach, afterEach] } as const;

/**
 * Opens one world for the tests of a file, or one for each test. The sandbox must not fail by itself meanwhile.
 * @param give called with each opened world
 */
export function aWorldFor(
  span: keyof typeof hooks,
  give: (world: World) => void,
  options: Partial<PaymentsSandboxOptions> = {},
): void {
  const [before, after] = hooks[span];
  let world: World;
  before(async () => {
    world = await openWorld(options);
    give(world);
  });
  after(async () => {
    expect(world.failures).toEqual([]);
    await world.close();
  });
}

/** The types of the provider's latest events whose names contain a word, the oldest first. */
export const eventTypes = async ({ stripe }: World, word: string): Promise<string[]> =>
  (await stripe.events.list({ limit: 100 })).data
    .map(({ type }) => type)
    .filter((type) => type.includes(word))
    .reverse();
