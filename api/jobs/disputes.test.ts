import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';
import { aService, aUser } from '../testing/builders.ts';
import { intentOf, paymentsSandbox, payWithCard, settled, visit } from '../testing/cards.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { type Jobs, startJobs } from './jobs.ts';

let server: TestServer;
let jobs: Jobs;
beforeEach(async () => {
  server = await startTestServer();
  jobs = startJobs(server.deps);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await jobs.stop();
  await server.close();
});

/** A booking paid by card, with a dispute without an event. */
async function aSilentDispute() {
  const { db } = server.deps;
  const client = await server.as(await aUser(db));
  const serviceId = (await aService(db)).id;
  const { body: begun } = await client.call('createPaymentIntent', {
    body: { serviceId, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  await payWithCard(server, begun.clientSecret);
  const paymentIntent = intentOf(begun.clientSecret);
  const { body } = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: paymentIntent, serviceId },
  });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  paymentsSandbox(server).control({ dispute: { paymentIntent } });
  return async () => (await client.call('readBooking', { params: { id: body.id } })).body.disputed;
}

test('a dispute without an event is found by a round of the jobs', async () => {
  const isDisputed = await aSilentDispute();
  expect(await isDisputed()).toBeUndefined();
  await jobs.runOnce();
  expect(await isDisputed()).toBe(true);
});

test('a round without an answer of the card provider ends nothing: the next one finds the dispute', async () => {
  const isDisputed = await aSilentDispute();
  vi.spyOn(server.deps.payments, 'listDisputed').mockRejectedValueOnce(new PaymentsUnavailable('no answer'));
  await jobs.runOnce();
  expect(await isDisputed()).toBeUndefined();
  await jobs.runOnce();
  expect(await isDisputed()).toBe(true);
});
