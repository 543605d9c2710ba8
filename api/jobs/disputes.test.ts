import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';
import { aPaidBooking } from '../testing/builders/paid-booking.ts';
import { paymentsSandbox } from '../testing/outside/cards.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { idleJobs, type Jobs } from './jobs.ts';

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

/** A booking paid by card, with a dispute without an event. */
async function aSilentDispute() {
  const { intent, read } = await aPaidBooking(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
  return async () => (await read()).disputed;
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
