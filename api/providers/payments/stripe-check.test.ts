import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld } from '../../testing/outside/payments-world.ts';
import { apiVersion } from './stripe.ts';
import { checkStripe, type Finding } from './stripe-check.ts';
import { neededEvents } from './stripe-webhook.ts';

type ApiVersion = NonNullable<Stripe.WebhookEndpointCreateParams['api_version']>;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const basic = {
  tier: 'basic',
  versionId: 'basic',
  amountCents: 65_099,
  currency: 'aud',
  productName: 'Basic Plan',
};

const check = (given: Partial<Parameters<typeof checkStripe>[0]> = {}) =>
  checkStripe({
    ...world.sandbox.keys,
    api: world.api,
    webhookUrl: `${world.origin}/webhook`,
    plans: [basic],
    create: false,
    ...given,
  });
const stateOf = (findings: Finding[], subject: string) =>
  findings.find((finding) => finding.subject.startsWith(subject))?.state;

test('a right configuration passes, and prices are created only on request', async () => {
  await world.stripe.webhookEndpoints.create({
    url: `${world.origin}/webhook`,
    enabled_events: ['*'],
    api_version: apiVersion,
  });
  // Our server’s answers to the right secret, and to another.
  world.answers.push(200, 400);
  const before = await check();
  expect(before.map(({ state }) => state)).toEqual([
    'good',
    'good',
    'good',
    'good',
    'good',
    'good',
    'unsure',
  ]);
  expect((await world.stripe.prices.list()).data).toEqual([]);

  world.answers.push(200, 400);
  expect(stateOf(await check({ create: true }), 'Basic Plan')).toBe('good');
  const [price] = (await world.stripe.prices.list()).data;
  expect(price).toMatchObject({ unit_amount: 65_099, currency: 'aud', product: 'hearthkeep_basic' });
  world.answers.push(200, 400);
  expect(stateOf(await check(), 'Basic Plan')).toBe('good');
});

test('keys of two modes, an unknown key, and an endpoint that is missing, lacks an event or accepts any secret are reported', async () => {
  expect((await check({ publishableKey: 'pk_live_x' }))[0]).toMatchObject({ state: 'bad' });
  expect((await check({ secretKey: 'sk_test_unknown' }))[1]).toMatchObject({ state: 'bad' });
  world.answers.push(200, 200);
  const open = await check();
  expect(stateOf(open, 'Webhook endpoint')).toBe('bad');
  expect(stateOf(open, 'STRIPE_WEBHOOK_SECRET')).toBe('bad');

  const [, ...most] = neededEvents;
  await world.stripe.webhookEndpoints.create({ url: `${world.origin}/webhook`, enabled_events: most });
  const deaf = await check({ webhookSecret: 'whsec_x' });
  expect(deaf.find(({ subject }) => subject === 'Webhook endpoint')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining(neededEvents[0]),
  });
});

test('each right that a restricted key lacks is reported', async () => {
  const restricted = createServer((_req, res) => {
    const error = { type: 'invalid_request_error', message: 'This key lacks a right' };
    res.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => restricted.listen(0, '127.0.0.1', resolve));
  const { port } = restricted.address() as AddressInfo;
  world.answers.push(200, 400);
  const findings = await check({ api: { host: '127.0.0.1', port, protocol: 'http' } });
  const lacks = (right: string) => `STRIPE_SECRET_KEY may not do this: allow the restricted key to ${right}`;
  expect(findings.map(({ subject, state, text }) => [subject.split(',')[0], state, text])).toEqual([
    ['STRIPE_SECRET_KEY', 'good', 'Both are of test mode'],
    [
      'STRIPE_SECRET_KEY',
      'unsure',
      "A restricted key: 'Cards' in docs/operating.md lists the rights that it needs",
    ],
    ['Disputes', 'bad', lacks('read disputes')],
    ['Events', 'bad', lacks('read events')],
    ['Webhook endpoint', 'bad', lacks('read webhook endpoints')],
    ['STRIPE_WEBHOOK_SECRET', 'good', expect.anything()],
    ['Basic Plan', 'bad', lacks('write products and prices')],
  ]);
  const allowed = await check();
  expect(['Disputes', 'Events'].map((right) => stateOf(allowed, right))).toEqual(['good', 'good']);
  restricted.closeAllConnections();
  await new Promise((resolve) => restricted.close(resolve));
});

test.for<[ApiVersion | undefined, Finding['state'], string]>([
  ['2026-12-16.endive' as ApiVersion, 'good', '/webhook'],
  ['2024-06-20' as ApiVersion, 'unsure', `of version 2024-06-20, and ours is ${apiVersion}`],
  [undefined, 'unsure', `of the account's own version, and ours is ${apiVersion}`],
])('an endpoint of the API version %s is found %s', async ([api_version, state, detail]) => {
  await world.stripe.webhookEndpoints.create({
    url: `${world.origin}/webhook`,
    enabled_events: ['*'],
    ...(api_version && { api_version }),
  });
  const found = (await check()).find(({ subject }) => subject === 'Webhook endpoint');
  expect(found).toMatchObject({ state, text: expect.stringContaining(detail) });
});
