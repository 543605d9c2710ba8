import { expect, test } from 'vitest';
import { anAdmin, aService, aUser } from '../../../../testing/builders/builders.ts';
import { aDashboardServer } from '../../../../testing/builders/dashboard-server.ts';
import { aPaidBooking } from '../../../../testing/builders/paid-booking.ts';
import { aPayingMember } from '../../../../testing/builders/plans.ts';
import { aShortMember, twoHoursCents } from '../../../../testing/builders/short-member.ts';
import { unclearOf } from '../../../../testing/builders/unclear.ts';
import {
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
  visit,
} from '../../../../testing/outside/cards.ts';
import type { Dashboard } from '../../../../testing/outside/dashboard.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';
import { reconcilePayments } from '../unseen-payments.service.ts';

/** What the owner does to single payments, which are intents there, and to their refunds; each test is a row of docs/owners-deeds.md. */
let server: TestServer;
let dashboard: Dashboard;
aDashboardServer((at) => {
  ({ server, dashboard } = at);
});

type Intent = Parameters<Parameters<typeof dashboard.alter<'payment_intent'>>[1]>[0];

/** A payment that its customer has begun. */
async function aBegunPayment() {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const { id: serviceId } = await aService(server.deps.db);
  const { body } = await client.call('createPaymentIntent', {
    body: { serviceId, bookingData: visit },
  });
  const intent = intentOf(body.clientSecret);
  const confirm = () =>
    client.call('confirmOneTimePayment', { body: { paymentIntentId: intent, serviceId } });
  const cancel = () => client.call('cancelPaymentIntent', { body: { paymentIntentId: intent } });
  const bookings = async () => (await client.call('listBookings')).body;
  return { user, client, intent, secret: body.clientSecret, confirm, cancel, bookings };
}
const alterIntent = (id: string, change: Partial<Intent>) =>
  dashboard.alter('payment_intent', (intent) => (intent.id === id ? { ...intent, ...change } : intent));
const announce = (type: string, id: string) => dashboard.announce(type, { object: 'payment_intent', id });
/** Two days pass, after which a payment that nobody made is cancelled. */
async function twoDaysLater() {
  server.clock.advance({ days: 2 });
  await reconcilePayments(server.deps, new AbortController().signal);
}
const unclear = (user: { id: string }) => unclearOf(server, user);
/** The provider's refunds are written as they come, and their events are sent. */
async function refund(intent: string, form: Record<string, string> = {}) {
  await dashboard.act('POST', 'refunds', { payment_intent: intent, ...form });
}

test('a payment is cancelled before it is made', async () => {
  const { intent, confirm, bookings } = await aBegunPayment();
  await dashboard.act('POST', `payment_intents/${intent}/cancel`);
  expect((await confirm()).body).toMatchObject({ code: 'payment_incomplete' });
  expect(await bookings()).toEqual([]);
});

test('a charge for done work is cancelled', async () => {
  const { id, charges, plan } = await aShortMember(server, { card: cards.asksAlways });
  const team = await server.as(await anAdmin(server.deps.db));
  await team.call('setBookingStatus', { params: { id }, body: { status: 'completed' } });
  expect((await plan()).owedWork).toMatchObject([{ bookingId: id, amountCents: twoHoursCents }]);
  const { intent_id } = await server.deps.db
    .selectFrom('payments')
    .select('intent_id')
    .where('past_booking_id', '=', id)
    .executeTakeFirstOrThrow();
  await dashboard.act('POST', `payment_intents/${intent_id}/cancel`);
  expect((await plan()).owedWork).toBeUndefined();
  expect(await charges()).toEqual([['canceled', twoHoursCents, 0]]);
});

test('a payment waits to be captured by hand', async () => {
  const { user, intent, confirm, cancel, bookings } = await aBegunPayment();
  alterIntent(intent, { status: 'requires_capture' });
  await announce('payment_intent.processing', intent);
  expect((await confirm()).body).toMatchObject({ code: 'payment_processing' });
  expect((await cancel()).body).toMatchObject({ code: 'payment_processing' });
  await twoDaysLater();
  expect(await bookings()).toEqual([]);
  dashboard.restore();
  expect((await server.deps.payments.readPaymentIntent(intent))?.status).toBe('requires_payment_method');
  expect(await unclear(user)).toEqual([]);
});

test('a payment is captured by hand', async () => {
  const { intent, secret, bookings } = await aBegunPayment();
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await payWithCard(server, secret);
  alterIntent(intent, { status: 'requires_capture', amount_received: 0 });
  await twoDaysLater();
  expect(await bookings()).toEqual([]);
  dashboard.restore();
  await announce('payment_intent.succeeded', intent);
  expect(await bookings()).toHaveLength(1);
});

test('a payment has a state that is new to us', async () => {
  const { user, intent, confirm, cancel, bookings } = await aBegunPayment();
  alterIntent(intent, { status: 'levitating' as 'processing' });
  await announce('payment_intent.processing', intent);
  expect((await confirm()).body).toMatchObject({ code: 'payment_processing' });
  expect((await cancel()).body).toMatchObject({ code: 'payment_processing' });
  await twoDaysLater();
  expect(await bookings()).toEqual([]);
  expect(await unclear(user)).toEqual([['status', 'levitating']]);
  dashboard.restore();
  expect((await server.deps.payments.readPaymentIntent(intent))?.status).toBe('requires_payment_method');
  await announce('payment_intent.created', intent);
  expect(await unclear(user)).toEqual([]);
});

test('a payment of a customer is made there', async () => {
  const { user, client } = await aPaidBooking(server);
  const { customer_id } = await server.deps.db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const before = (await client.call('listBillingHistory')).body;
  await dashboard.act('POST', 'payment_intents', {
    amount: '5000',
    currency: 'usd',
    customer: customer_id ?? '',
  });
  expect((await client.call('listBillingHistory')).body).toEqual(before);
});

test('a payment is refunded whole', async () => {
  const { intent, read, billed } = await aPaidBooking(server);
  await refund(intent);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect(await read()).toMatchObject({
    status: 'pending',
    changes: { cancel: { outcome: 'free', amountCents: 0 } },
  });
});

test('a payment is refunded in part', async () => {
  const { intent, read, billed } = await aPaidBooking(server);
  await refund(intent, { amount: '5000' });
  expect(await billed()).toEqual(['paid', 18_900, 5000]);
  expect(await read()).toMatchObject({ changes: { cancel: { outcome: 'refund', amountCents: 13_900 } } });
});

test('a refund fails', async () => {
  const { intent, billed } = await aPaidBooking(server, { card: cards.refundsFail });
  await refund(intent);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
});

test('a refund has a state that is new to us', async () => {
  const { user, intent, read, billed } = await aPaidBooking(server);
  dashboard.alter('refund', (given) => ({ ...given, status: 'teleported' }));
  await refund(intent);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  // Nothing is refunded twice.
  expect(await read()).toMatchObject({ status: 'pending', payment: { status: 'paid' } });
  expect(await unclear(user)).toEqual([['refund', 'teleported']]);
  dashboard.restore();
  await announce('refund.updated', intent);
});

test('an invoice of a plan is refunded', async () => {
  const { user, client, plan } = await aPayingMember(server, 'basic');
  const { id } = await server.deps.db
    .selectFrom('invoices')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  await refund((await server.deps.payments.readIntentOf(id)) ?? '');
  const [item] = (await client.call('listBillingHistory')).body;
  expect(item?.amount_refunded).toBe(item?.amount_paid);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active' });
});
