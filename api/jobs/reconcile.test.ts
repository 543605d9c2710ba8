import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaymentsForbidden, PaymentsUnavailable } from '../providers/payments/payments.ts';
import { aService, aUser } from '../testing/builders/builders.ts';
import { intentOf, paymentsSandbox, payWithCard, settled, visit } from '../testing/outside/cards.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { idleJobs, type Jobs } from './jobs.ts';
import { reconcile } from './reconcile.ts';

let server: TestServer;
let jobs: Jobs;
beforeEach(async () => {
  server = await startTestServer();
  jobs = idleJobs(server.deps);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await jobs.stop();
  await server.close();
});

/** A begun payment; every webhook from here on is lost. */
async function aSilentCheckout() {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const { body } = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  return { user, service, clientSecret: body.clientSecret };
}

/** A round of the reconciler alone: another job receives events that were lost. */
const round = () => reconcile(server.deps, new AbortController().signal);

const bookings = () => server.deps.db.selectFrom('bookings').select('id').execute();
const payments = () => server.deps.db.selectFrom('payments').select('status').execute();
const plans = () => server.deps.db.selectFrom('subscriptions').select('status').execute();

test('a payment without confirmation and webhook is booked after a minute, once', async () => {
  const { clientSecret } = await aSilentCheckout();
  await payWithCard(server, clientSecret);
  await round();
  expect(await bookings()).toEqual([]);
  server.clock.advance({ seconds: 61 });
  await Promise.all([round(), round()]);
  expect(await bookings()).toHaveLength(1);
  expect(await payments()).toEqual([{ status: 'booked' }]);
});

test('a decided refund that was not made is made', async () => {
  const { clientSecret, service } = await aSilentCheckout();
  await payWithCard(server, clientSecret);
  await server.deps.db.updateTable('services').set({ active: 0 }).where('id', '=', service.id).execute();
  server.clock.advance({ seconds: 61 });
  const refund = vi
    .spyOn(server.deps.payments, 'refund')
    .mockRejectedValueOnce(new Error('the process died'));
  await round();
  expect(await payments()).toEqual([{ status: 'refunding' }]);
  server.clock.advance({ seconds: 61 });
  await round();
  expect(refund).toHaveBeenCalledTimes(2);
  expect(await payments()).toEqual([{ status: 'refunded' }]);
  expect(await bookings()).toEqual([]);
});

test('a payment unpaid for a day is cancelled here and at the provider, and not before', async () => {
  const { clientSecret } = await aSilentCheckout();
  server.clock.advance({ hours: 23 });
  await jobs.runOnce();
  expect(await payments()).toEqual([{ status: 'awaiting' }]);
  server.clock.advance({ hours: 2 });
  await jobs.runOnce();
  expect(await payments()).toEqual([{ status: 'canceled' }]);
  expect(await server.deps.payments.readPaymentIntent(intentOf(clientSecret))).toMatchObject({
    status: 'canceled',
  });
  expect((await payWithCard(server, clientSecret)).status).toBe(400);
});

test('an ended attempt is refused instead of getting an invalid secret, so that another is begun', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const attempt = { body: { serviceId: service.id, bookingData: visit }, idempotencyKey: randomUUID() };
  await client.call('createPaymentIntent', attempt);
  server.clock.advance({ hours: 25 });
  await jobs.runOnce();
  const again = await client.call('createPaymentIntent', attempt);
  expect([again.status, again.body.code]).toEqual([409, 'key_reused']);
});

test('a payment unknown at the provider ends after a day', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  paymentsSandbox(server).control({ failNext: { count: 3, status: 503 } });
  const { status } = await (await server.as(user)).call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
  });
  expect(status).toBe(503);
  server.clock.advance({ seconds: 61 });
  await jobs.runOnce();
  expect(await payments()).toEqual([{ status: 'starting' }]);
  server.clock.advance({ hours: 25 });
  await jobs.runOnce();
  expect(await payments()).toEqual([{ status: 'canceled' }]);
});

/** A plan that was paid; every webhook from the payment on is lost. */
async function aSilentPlan() {
  const client = await server.as(await aUser(server.deps.db));
  const { body } = await client.call('createSubscription', { body: { tier: 'basic' } });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await payWithCard(server, body.clientSecret);
  return client;
}

test('a plan paid without a webhook is active after a minute, with its hours', async () => {
  const client = await aSilentPlan();
  server.clock.advance({ seconds: 61 });
  await jobs.runOnce();
  expect((await client.call('readUser')).body).toMatchObject({
    subscriptionTier: 'basic',
    remainingHours: 5,
  });
});

test('a plan unpaid for a day ends here and at the provider', async () => {
  const client = await server.as(await aUser(server.deps.db));
  const { body } = await client.call('createSubscription', { body: { tier: 'basic' } });
  // The provider itself ends it after 23 hours.
  server.clock.advance({ hours: 22 });
  await jobs.runOnce();
  expect(await plans()).toEqual([{ status: 'incomplete' }]);
  server.clock.advance({ hours: 2 });
  await jobs.runOnce();
  expect(await plans()).toEqual([{ status: 'ended' }]);
  expect((await payWithCard(server, body.clientSecret)).status).toBe(400);
  expect((await client.call('createSubscription', { body: { tier: 'basic' } })).status).toBe(200);
});

test('an answer of the provider that is written late does not count as a new check of the plan', async () => {
  const client = await server.as(await aUser(server.deps.db));
  await client.call('createSubscription', { body: { tier: 'basic' } });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  server.clock.advance({ hours: 22 });
  const { listInvoices } = server.deps.payments;
  vi.spyOn(server.deps.payments, 'listInvoices').mockImplementationOnce(async (id) => {
    const invoices = await listInvoices(id);
    server.clock.advance({ hours: 2 });
    return invoices;
  });
  await round();
  expect(await plans()).toEqual([{ status: 'incomplete' }]);
  await round();
  expect(await plans()).toEqual([{ status: 'ended' }]);
});

test('a payment that cannot be reconciled does not delay the others', async () => {
  const first = await aSilentCheckout();
  const second = await aSilentCheckout();
  await payWithCard(server, first.clientSecret);
  await payWithCard(server, second.clientSecret);
  server.clock.advance({ seconds: 61 });
  const read = server.deps.payments.readPaymentIntent;
  vi.spyOn(server.deps.payments, 'readPaymentIntent').mockImplementation((id) =>
    id === intentOf(first.clientSecret) ? Promise.reject(new Error('broken')) : read(id),
  );
  await jobs.runOnce();
  expect(await bookings()).toHaveLength(1);
});

test('stopping waits for the round under way, and no other begins', async () => {
  await aSilentCheckout();
  server.clock.advance({ seconds: 61 });
  const read = server.deps.payments.readPaymentIntent;
  let release = (): void => {};
  const request = new Promise<void>((reached) => {
    vi.spyOn(server.deps.payments, 'readPaymentIntent').mockImplementationOnce(async (id) => {
      reached();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return read(id);
    });
  });
  const round = jobs.runOnce();
  await request;
  let stopped = false;
  const stop = jobs.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  release();
  await Promise.all([round, stop]);
  server.clock.advance({ hours: 25 });
  await jobs.runOnce();
  expect(await payments()).toEqual([{ status: 'awaiting' }]);
});

test('the log says whether the card provider was out of reach or refused the key', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await aSilentCheckout();
  for (const message of ['The key may not read payments.', 'The connection was lost.']) {
    server.clock.advance({ minutes: 2 });
    vi.spyOn(server.deps.payments, 'readPaymentIntent').mockRejectedValueOnce(
      new PaymentsUnavailable(message),
    );
    lines.length = 0;
    await reconcile({ ...server.deps, log }, new AbortController().signal);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      `the card provider did not answer as asked (${message}); the next round asks again`,
    ]);
  }
});

test('a kind that the key has no right to does not keep the others from their turn, and is told once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await aSilentPlan();
  await aSilentCheckout();
  const reason = 'The key may not read payments.';
  vi.spyOn(server.deps.payments, 'readPaymentIntent').mockRejectedValue(new PaymentsForbidden(reason));
  for (let round = 0; round < 2; round += 1) {
    server.clock.advance({ minutes: 2 });
    await reconcile({ ...server.deps, log }, new AbortController().signal);
  }
  expect(await plans()).toEqual([{ status: 'active' }]);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    `the key of the card provider has no right to reconcile payments (${reason})`,
  ]);
});

test('a kind that fails by an error of ours keeps no other from its turn, and is reported', async () => {
  await aSilentPlan();
  server.clock.advance({ minutes: 2 });
  const env = { ...server.deps.env, ISSUER: undefined as never };
  await expect(reconcile({ ...server.deps, env }, new AbortController().signal)).rejects.toThrow(
    'moves to new prices could not be reconciled',
  );
  expect(await plans()).toEqual([{ status: 'active' }]);
});
