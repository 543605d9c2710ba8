import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { createStripePayments } from '../../providers/payments/stripe.ts';
import { freePort } from '../machine/free-port.ts';
import { type PaymentsProcess, startPaymentsProcess } from './payments-process.ts';
import { startProductProcess, webhookUrlOn } from './product-process.ts';

let dataDir: string;
let provider: PaymentsProcess;
/** The product’s stand-in: the events that it received, while it listens. */
let deliveredTypes: string[];
let receiver: ReturnType<typeof createServer>;
let webhookUrl: string;

beforeEach(async () => {
  deliveredTypes = [];
  receiver = createServer((req, res) => {
    req
      .setEncoding('utf8')
      .toArray()
      .then((parts) => {
        deliveredTypes.push((JSON.parse(parts.join('')) as { type: string }).type);
        res.end();
      });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  dataDir = mkdtempSync(join(tmpdir(), 'payments-process-'));
  provider = await startPaymentsProcess({ dataDir, webhookUrl, webhookRetryDelaysMs: [20, 20, 20] });
});
afterEach(async () => {
  await provider.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(dataDir, { recursive: true });
});

const pay = (secret: string) =>
  fetch(`${provider.origin}/sandbox/payments/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${provider.stripe.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  });
const newIntent = (attempt: string) =>
  createStripePayments(provider.stripe).createPaymentIntent({
    customerId: attempt,
    amountCents: 1000,
    currency: 'aud',
    description: 'd',
    metadata: {},
    attempt,
  });

test('the provider serves the product from a process of its own, with its own clock', async () => {
  const payments = createStripePayments(provider.stripe);
  const customerId = await payments.createCustomer({ userId: 'u', email: 'a@b.c', name: 'A', attempt: 'a' });
  const intent = await payments.createPaymentIntent({
    customerId,
    amountCents: 1000,
    currency: 'aud',
    description: 'd',
    metadata: {},
    attempt: 'a',
  });
  expect((await pay(intent.clientSecret)).headers.get('sandbox-status')).toBe('200');
  await provider.settled();
  expect(deliveredTypes).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
  expect((await fetch(provider.stripe.scriptUrl)).status).toBe(200);

  const before = await provider.state();
  await provider.control({ advanceClockSeconds: 3600 });
  const after = await provider.state();
  expect(after.now - before.now).toBeGreaterThanOrEqual(3600);
  expect(after.webhooksPending).toBe(0);
  expect(provider.env.STRIPE_SECRET_KEY).toBe(provider.stripe.secretKey);
});

test('a provider killed and started again on its folder and port continues unchanged', async () => {
  const stripe = new Stripe(provider.stripe.secretKey, { ...provider.stripe.api, telemetry: false });
  const customer = await stripe.customers.create({}, { idempotencyKey: 'k' });
  await provider.control({ advanceClockSeconds: 3600 });
  const { port } = provider.stripe.api ?? {};
  const keys = provider.env;
  await provider.stop();
  await expect(newIntent(customer.id)).rejects.toThrow();
  provider = await startPaymentsProcess({ dataDir, webhookUrl, ...(port && { port }) });
  expect(provider.env).toEqual(keys);
  expect(provider.stripe.api?.port).toBe(port);
  expect((await stripe.customers.create({}, { idempotencyKey: 'k' })).id).toBe(customer.id);
  expect((await provider.state()).now).toBeGreaterThan(Date.now() / 1000 + 3500);
});

test('the provider continues while the product is dead, and sends its events afterwards', async () => {
  const port = await freePort();
  await provider.stop();
  // Longer than this test may take: the provider must not give up before the product has started.
  const delays = Array.from({ length: 4000 }, () => 50);
  provider = await startPaymentsProcess({
    dataDir: join(dataDir, 'provider'),
    webhookUrl: webhookUrlOn(port),
    webhookRetryDelaysMs: delays,
    signAtOwnTime: true,
  });
  const product = await startProductProcess({ dataDir: join(dataDir, 'product'), port, provider });
  try {
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    await product.kill();
    await expect(fetch(`${product.url}/readyz`)).rejects.toThrow();
    const stripe = new Stripe(provider.stripe.secretKey, { ...provider.stripe.api, telemetry: false });
    await stripe.paymentIntents.create({ amount: 1000, currency: 'aud' });
    expect((await provider.state()).webhooksPending).toBe(1);
    await product.advance(7200);
    await provider.control({ advanceClockSeconds: 7200 });
    await product.start();
    await provider.settled();
    await product.advance(7200);
    await provider.control({ advanceClockSeconds: 7200 });
    await stripe.setupIntents.create({});
    await provider.settled();
    const db = openDatabase(join(dataDir, 'product', 'hearthkeep.sqlite'));
    const events = await db.selectFrom('webhook_events').select('type').execute();
    await db.destroy();
    expect(events.map(({ type }) => type).sort()).toEqual(['payment_intent.created', 'setup_intent.created']);
  } finally {
    await product.kill();
  }
}, 60_000);
