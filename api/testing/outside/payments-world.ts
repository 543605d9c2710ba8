import type { PaymentsSandboxOptions } from '@hearthkeep/payments-sandbox';
import { openWorld as openSandboxWorld } from '@hearthkeep/payments-sandbox/testing';
import { createStripePayments } from '../../providers/payments/stripe.ts';

/** The world of the payments sandbox's own tests, with the product's adapter as `payments`. */
export async function openWorld(options: Partial<PaymentsSandboxOptions> = {}) {
  const world = await openSandboxWorld(options);
  const { keys, scriptPath: scriptUrl } = world.sandbox;
  return { ...world, payments: createStripePayments({ ...keys, scriptUrl, api: world.api }) };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
