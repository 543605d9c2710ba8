import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiveMissedEvents } from '../features/flows/webhooks/webhooks.service.ts';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';
import { aPaidBooking } from '../testing/builders/paid-booking.ts';
import { aPayingMember } from '../testing/builders/plans.ts';
import { paymentsSandbox, refundByHand, settled } from '../testing/outside/cards.ts';
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

const loseEvents = () => paymentsSandbox(server).control({ loseWebhooks: 1000 });

/** A booking paid by card, with a dispute without an event. */
async function aSilentDispute() {
  const { intent, read } = await aPaidBooking(server);
  loseEvents();
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
  return async () => (await read()).disputed;
}

test('a dispute whose event was lost is found by a round of the jobs', async () => {
  const isDisputed = await aSilentDispute();
  expect(await isDisputed()).toBeUndefined();
  await jobs.runOnce();
  expect(await isDisputed()).toBe(true);
});

test('a round without an answer of the card provider ends nothing: the next one finds the event', async () => {
  const isDisputed = await aSilentDispute();
  vi.spyOn(server.deps.payments, 'listEvents').mockRejectedValueOnce(new PaymentsUnavailable('no answer'));
  await jobs.runOnce();
  expect(await isDisputed()).toBeUndefined();
  await jobs.runOnce();
  expect(await isDisputed()).toBe(true);
});

test('a refund made in the dashboard whose event was lost is in our books after a round', async () => {
  const { intent, read } = await aPaidBooking(server);
  loseEvents();
  await refundByHand(server, intent, 1000);
  await jobs.runOnce();
  expect((await read()).payment?.status).toBe('paid');
  const row = await server.deps.db
    .selectFrom('payments')
    .select('refunded_cents')
    .where('intent_id', '=', intent)
    .executeTakeFirst();
  expect(row?.refunded_cents).toBe(1000);
});

test('a plan ended in the dashboard whose event was lost ends after a round', async () => {
  const { user, plan } = await aPayingMember(server, 'basic');
  const { provider_id } = await server.deps.db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  loseEvents();
  await server.deps.payments.cancelSubscription(provider_id ?? '', 'in the dashboard');
  expect((await plan()).tier).toBe('basic');
  await jobs.runOnce();
  expect((await plan()).tier).toBe('none');
});

const receiveMissed = () => receiveMissedEvents(server.deps, new AbortController().signal);

test('an event that came is not received again', async () => {
  await aPaidBooking(server);
  await settled(server);
  const { payments } = server.deps;
  const listed = vi.spyOn(payments, 'listEvents');
  const read = vi.spyOn(payments, 'readPaymentIntent');
  await receiveMissed();
  expect(await listed.mock.results[0]?.value).not.toEqual([]);
  expect(read).not.toHaveBeenCalled();
});

test('an event that was delivered before a backup was restored is received again', async () => {
  const { intent } = await aPaidBooking(server);
  await refundByHand(server, intent, 1000);
  await settled(server);
  const { db } = server.deps;
  const refunded = async () =>
    (
      await db
        .selectFrom('payments')
        .select('refunded_cents')
        .where('intent_id', '=', intent)
        .executeTakeFirst()
    )?.refunded_cents;
  expect(await refunded()).toBe(1000);
  // As in a backup from before the refund.
  await db.updateTable('payments').set({ refunded_cents: 0 }).where('intent_id', '=', intent).execute();
  await db.deleteFrom('webhook_events').where('type', 'in', ['charge.refunded', 'refund.updated']).execute();
  await receiveMissed();
  expect(await refunded()).toBe(1000);
});
