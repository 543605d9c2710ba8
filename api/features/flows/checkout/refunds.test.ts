import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import {
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  refundByHand,
  settled,
  visit,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { syncRefunds } from './refunds.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

const paymentOf = (intent: string) =>
  server.deps.db
    .selectFrom('payments')
    .select(['status', 'refunded_cents'])
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();

/** Moves both clocks on by a minute, with all events of the provider. */
async function aMinuteLater() {
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
}
const lookAgain = () => reconcile(server.deps, new AbortController().signal);
/** The number of a person's refunds in the team's list. */
async function waitingFor(userId: string) {
  const admin = await server.as(await anAdmin(server.deps.db));
  const { body } = await admin.call('listStuckRefunds');
  return body.filter(({ customer }) => customer.id === userId).length;
}
const given = async (intent: string) => (await server.deps.payments.readRefunds(intent)).givenCents;

test('a partial refund by hand is in the books; cancelling refunds the rest and shows the sum', async () => {
  const { intent, read, cancel, billed } = await aPaidBooking(server);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  await refundByHand(server, intent, 5000);
  await settled(server);
  expect(await billed()).toEqual(['paid', 18_900, 5000]);
  expect(await paymentOf(intent)).toEqual({ status: 'booked', refunded_cents: 5000 });
  expect(await read()).toMatchObject({
    changes: { cancel: { outcome: 'refund', amountCents: 13_900 } },
    payment: { amountCents: 18_900, status: 'paid' },
  });
  expect((await cancel('refund')).body.payment).toEqual({ amountCents: 18_900, status: 'refunded' });
  expect(await given(intent)).toBe(18_900);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
});

test('a booking refunded whole by hand is cancelled free', async () => {
  const { id, intent, read, cancel, billed } = await aPaidBooking(server);
  await refundByHand(server, intent);
  await settled(server);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect(await read()).toMatchObject({
    changes: { cancel: { outcome: 'free', amountCents: 0 } },
    payment: { status: 'refunded' },
  });
  const refund = vi.spyOn(server.deps.payments, 'refund');
  expect((await cancel('free')).body).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });

  // The team’s cancellation refunds nothing either, although it refunds any rest.
  const admin = await server.as(await anAdmin(server.deps.db));
  for (const status of ['scheduled', 'cancelled'] as const)
    await admin.call('setBookingStatus', { params: { id }, body: { status } });
  expect((await read()).payment?.status).toBe('refunded');
  expect(refund).not.toHaveBeenCalled();
});

test('a refund under way is shown as such until it is made', async () => {
  const { intent, read, cancel, billed } = await aPaidBooking(server, { card: cards.refundsLater });
  expect((await cancel('refund')).body.payment?.status).toBe('refunding');
  await settled(server);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  server.clock.advance({ seconds: 30 });
  await lookAgain();
  expect(await paymentOf(intent)).toEqual({ status: 'refunding', refunded_cents: 0 });
  await aMinuteLater();
  expect((await read()).payment?.status).toBe('refunded');
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect(await given(intent)).toBe(18_900);
});

test('a failed refund is logged and made again, as another attempt', async () => {
  const warn = vi.spyOn(server.deps.log, 'warn');
  const { intent, read, cancel, billed } = await aPaidBooking(server, { card: cards.refundsFail });
  const refund = vi.spyOn(server.deps.payments, 'refund');
  expect((await cancel('refund')).body.payment?.status).toBe('refunded');
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  await settled(server);
  expect(warn).not.toHaveBeenCalled();

  await aMinuteLater();
  expect((await read()).payment?.status).toBe('refunding');
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(['a refund came back from the bank']);

  server.clock.advance({ seconds: 61 });
  await lookAgain();
  expect((await read()).payment?.status).toBe('refunded');
  expect(warn.mock.calls.at(-1)?.[1]).toBe('a refund that failed is made again');
  expect(refund.mock.calls.map(([{ attempt }]) => attempt.split(':')[1])).toEqual([undefined, '1']);
  expect(await given(intent)).toBe(18_900);
});

test('a refused refund that is made at the provider no longer waits for a person; if it fails, it is made again', async () => {
  const { user, intent, read, cancel } = await aPaidBooking(server, { card: cards.refundsFail });
  const waiting = () => waitingFor(user.id);
  paymentsSandbox(server).control({ refuseRefunds: 100 });
  await cancel('refund');
  expect(await waiting()).toBe(1);
  paymentsSandbox(server).control({ refuseRefunds: 0 });
  const heard = recordChanges(server.deps);
  await refundByHand(server, intent);
  await settled(server);
  expect((await read()).payment?.status).toBe('refunded');
  expect(await waiting()).toBe(0);
  expect(heard.flatMap(({ keys }) => keys)).toContain('/api/admin/stuck-refunds');

  await aMinuteLater();
  expect((await read()).payment?.status).toBe('refunding');
  server.clock.advance({ seconds: 61 });
  await lookAgain();
  expect((await read()).payment?.status).toBe('refunded');
  expect(await given(intent)).toBe(18_900);
});

test('a failed partial refund by hand belongs to the rest again; without a cancellation nothing is refunded', async () => {
  const { intent, read, billed } = await aPaidBooking(server, { card: cards.refundsFail });
  await refundByHand(server, intent, 5000);
  await settled(server);
  expect(await billed()).toEqual(['paid', 18_900, 5000]);
  await aMinuteLater();
  await lookAgain();
  expect(await paymentOf(intent)).toEqual({ status: 'booked', refunded_cents: 0 });
  expect((await read()).changes.cancel?.amountCents).toBe(18_900);
});

test('a refund that fails without an event is found by the next read', async () => {
  const { intent, cancel } = await aPaidBooking(server, { card: cards.refundsLater });
  paymentsSandbox(server).control({ loseWebhooks: 100 });
  await cancel('refund');
  await aMinuteLater();
  expect(await paymentOf(intent)).toEqual({ status: 'refunding', refunded_cents: 0 });
  await lookAgain();
  expect(await paymentOf(intent)).toEqual({ status: 'refunded', refunded_cents: 18_900 });
  expect(await given(intent)).toBe(18_900);
});

test('refunds are read again if another write came in between', async () => {
  const { intent } = await aPaidBooking(server);
  const { payments } = server.deps;
  const real = payments.readRefunds.bind(payments);
  vi.spyOn(payments, 'readRefunds').mockImplementationOnce(async (id) => {
    const old = await real(id);
    await refundByHand(server, intent, 5000);
    await server.deps.db
      .updateTable('payments')
      .set({ refunded_cents: 5000 })
      .where('intent_id', '=', intent)
      .execute();
    return old;
  });
  paymentsSandbox(server).control({ loseWebhooks: 100 });
  await syncRefunds(server.deps, intent);
  expect(await paymentOf(intent)).toEqual({ status: 'booked', refunded_cents: 5000 });
});

test('a refund of a plan’s invoice is in the billing history', async () => {
  const { db } = server.deps;
  const client = await server.as(await aUser(db));
  const { body: plan } = await client.call('createSubscription', { body: { tier: 'basic' } });
  await payWithCard(server, plan.clientSecret);
  await settled(server);
  const billed = async () =>
    (await client.call('listBillingHistory')).body.map((item) => [item.status, item.amount_refunded]);
  expect(await billed()).toEqual([['paid', 0]]);
  const intent = intentOf(plan.clientSecret);
  await refundByHand(server, intent, 10_000);
  await settled(server);
  expect(await billed()).toEqual([['paid', 10_000]]);
  await refundByHand(server, intent);
  await settled(server);
  expect(await billed()).toEqual([['refunded', 65_099]]);
  // Reading the plan again does not change the refund.
  paymentsSandbox(server).control({ advanceClockSeconds: 1 });
  await lookAgain();
  expect(await billed()).toEqual([['refunded', 65_099]]);
});

test('a refused refund of a plan that is made at the provider no longer waits; if it fails, it is made again', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const waiting = () => waitingFor(user.id);
  const { body: plan } = await client.call('createSubscription', { body: { tier: 'basic' } });
  await payWithCard(server, plan.clientSecret, cards.refundsFail);
  await settled(server);
  const stuck = { refund_state: 'due', refund_trouble: 'Too little money.' } as const;
  await db.updateTable('invoices').set(stuck).where('user_id', '=', user.id).execute();
  expect(await waiting()).toBe(1);
  const heard = recordChanges(server.deps);
  const intent = intentOf(plan.clientSecret);
  await refundByHand(server, intent);
  await settled(server);
  expect(await waiting()).toBe(0);
  expect(heard.flatMap(({ keys }) => keys)).toContain('/api/admin/stuck-refunds');

  await aMinuteLater();
  expect(await given(intent)).toBe(0);
  server.clock.advance({ seconds: 61 });
  await lookAgain();
  expect(await given(intent)).toBe(65_099);
});

test('a refund is booked also if the payment’s own event was lost', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const { body: begun } = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
  });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1 });
  await payWithCard(server, begun.clientSecret);
  await refundByHand(server, intentOf(begun.clientSecret), 5000);
  await settled(server);
  expect((await client.call('listBillingHistory')).body).toMatchObject([
    { status: 'paid', amount_refunded: 5000 },
  ]);
});
