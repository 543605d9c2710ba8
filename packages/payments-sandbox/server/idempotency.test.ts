import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const intent = (amount: number) => ({ amount, currency: 'aud', description: `for ${amount}` });
const madeFor = async (amount: number) => {
  const { data } = await world.stripe.paymentIntents.list({ limit: 100 });
  return data.filter((each) => each.amount === amount).length;
};

test('a repeated key gets the first answer and has no further effect', async () => {
  const first = await world.stripe.paymentIntents.create(intent(1001), { idempotencyKey: 'k1' });
  const again = await world.stripe.paymentIntents.create(intent(1001), { idempotencyKey: 'k1' });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await madeFor(1001)).toBe(1);
});

test('a key with other parameters is refused', async () => {
  await world.stripe.paymentIntents.create(intent(1002), { idempotencyKey: 'k2' });
  await expect(
    world.stripe.paymentIntents.create(intent(1003), { idempotencyKey: 'k2' }),
  ).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
  expect(await madeFor(1003)).toBe(0);
});

test('the first answer is repeated also if it was an error', async () => {
  const ask = () => world.stripe.paymentIntents.create(intent(1), { idempotencyKey: 'k3' });
  await expect(ask()).rejects.toMatchObject({ code: 'amount_too_small' });
  await expect(ask()).rejects.toMatchObject({
    code: 'amount_too_small',
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('a call whose parameters could not be read is not stored', async () => {
  const ask = (amount: unknown) =>
    world.stripe.paymentIntents.create(
      { amount: amount as number, currency: 'aud' },
      { idempotencyKey: 'k6' },
    );
  await expect(ask('many')).rejects.toMatchObject({ code: 'parameter_invalid_integer' });
  await expect(ask('many')).rejects.not.toHaveProperty('headers.idempotent-replayed');
  expect(await ask(1007)).toMatchObject({ amount: 1007 });
});

test('a key whose first call is still running is refused, and works once that is done', async () => {
  const { secretKey } = world.sandbox.keys;
  const once = new Stripe(secretKey, {
    ...world.api,
    apiVersion: '2026-10-28.endive',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  world.sandbox.control({ latencyMs: 1000 });
  const ask = () => once.paymentIntents.create(intent(1008), { idempotencyKey: 'k7' });
  const [first, second] = await Promise.allSettled([ask(), ask()]);
  world.sandbox.control({ reset: true });
  const [made, refused] = first.status === 'fulfilled' ? [first, second] : [second, first];
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: { rawType: 'idempotency_error', statusCode: 409, code: 'idempotency_key_in_use' },
  });
  expect(made).toMatchObject({ value: { id: (await ask()).id } });
  expect(await madeFor(1008)).toBe(1);
});

test('a key is forgotten after a day', async () => {
  await world.stripe.paymentIntents.create(intent(1004), { idempotencyKey: 'k4' });
  world.sandbox.control({ advanceClockSeconds: 86_401 });
  await world.stripe.paymentIntents.create(intent(1004), { idempotencyKey: 'k4' });
  expect(await madeFor(1004)).toBe(2);
});

test('an answer lost after its effect is found by the SDK’s own retry: one intent', async () => {
  world.sandbox.control({ dropAnswers: 1 });
  const made = await world.stripe.paymentIntents.create(intent(1005), { idempotencyKey: 'k5' });
  expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await madeFor(1005)).toBe(1);
});

test('answers can be slowed down', async () => {
  world.sandbox.control({ latencyMs: 80 });
  const before = performance.now();
  await world.stripe.events.list({ limit: 1 });
  expect(performance.now() - before).toBeGreaterThanOrEqual(79);
  world.sandbox.control({ reset: true });
});

test('unknown keys are refused', async () => {
  const { host, port } = world.api;
  const ask = (headers: Record<string, string>) => fetch(`http://${host}:${port}/v1/events`, { headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${world.sandbox.keys.publishableKey}` })).status).toBe(401);
});

test('the controls are on the sandbox’s own listener', async () => {
  const { host, port } = world.api;
  expect((await fetch(`http://${host}:${port}/control`, { method: 'POST', body: '{}' })).status).toBe(415);
  const answer = await fetch(`http://${host}:${port}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failNext: { count: 1, status: 429 } }),
  });
  expect(answer.status).toBe(204);
  await expect(world.stripe.customers.create({})).rejects.toMatchObject({ statusCode: 429 });
  expect((await fetch(`${world.origin}/sandbox/payments/control`, { method: 'POST' })).status).toBe(405);
});
