import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import {
  authenticate,
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
  visit,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

/** A begun payment that its person may abandon. */
async function aPayment() {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const idempotencyKey = randomUUID();
  const begin = () =>
    client.call('createPaymentIntent', {
      body: { serviceId: service.id, bookingData: visit },
      idempotencyKey,
    });
  const { clientSecret } = (await begin()).body;
  const body = { paymentIntentId: intentOf(clientSecret) };
  const cancel = () => client.call('cancelPaymentIntent', { body });
  const payments = () => db.selectFrom('payments').select('status').where('user_id', '=', user.id).execute();
  const bookings = () => db.selectFrom('bookings').select('id').where('user_id', '=', user.id).execute();
  const atProvider = async () => (await server.deps.payments.readPaymentIntent(body.paymentIntentId))?.status;
  return { service, body, begin, clientSecret, cancel, payments, bookings, atProvider };
}

test('an abandoned payment can no longer be paid, here or at the provider; a repeat changes nothing', async () => {
  const { begin, clientSecret, cancel, payments, bookings, atProvider } = await aPayment();
  for (let times = 0; times < 2; times += 1) {
    expect(await cancel()).toMatchObject({ status: 200, body: { booking: null } });
    expect(await atProvider()).toBe('canceled');
  }
  expect((await payWithCard(server, clientSecret)).error).toContain('status of canceled');
  expect((await begin()).body.code).toBe('key_reused');
  expect(await payments()).toEqual([{ status: 'canceled' }]);
  await settled(server);
  expect(await bookings()).toEqual([]);
});

test('a payment made meanwhile is booked, and the answer contains the booking', async () => {
  const { clientSecret, cancel, payments, bookings, service } = await aPayment();
  await payWithCard(server, clientSecret);
  const answers = [await cancel(), await cancel()];
  const [booking] = await bookings();
  for (const { body } of answers)
    expect(body.booking).toMatchObject({ id: booking?.id, service: { id: service.id } });
  expect(await bookings()).toHaveLength(1);
  expect(await payments()).toEqual([{ status: 'booked' }]);
});

test('a payment made between the check and the cancellation is booked all the same', async () => {
  const { clientSecret, cancel, bookings } = await aPayment();
  const { payments } = server.deps;
  const real = payments.cancelPaymentIntent.bind(payments);
  vi.spyOn(payments, 'cancelPaymentIntent').mockImplementation(async (...given) => {
    await payWithCard(server, clientSecret);
    return real(...given);
  });
  const { body } = await cancel();
  expect(await bookings()).toEqual([{ id: body.booking?.id }]);
});

test('a payment that waits for the bank can be abandoned, and a late yes charges nothing', async () => {
  const { clientSecret, cancel, bookings } = await aPayment();
  await payWithCard(server, clientSecret, cards.asksForAuthentication);
  expect((await cancel()).body).toEqual({ booking: null });
  expect((await authenticate(server, clientSecret, 'complete')).status).toBe(400);
  expect(await bookings()).toEqual([]);
});

test('a payment that is being processed cannot be abandoned', async () => {
  const { cancel, payments } = await aPayment();
  const real = server.deps.payments.readPaymentIntent.bind(server.deps.payments);
  vi.spyOn(server.deps.payments, 'readPaymentIntent').mockImplementation(async (id) => {
    const intent = await real(id);
    return intent && { ...intent, status: 'processing' };
  });
  expect(await cancel()).toMatchObject({ status: 409, body: { code: 'payment_processing' } });
  expect(await payments()).toEqual([{ status: 'awaiting' }]);
});

test('a payment that can no longer be booked is refunded, and the answer says so', async () => {
  // Any webhook of the intent, even that of its creation, leads to a check, and would book.
  paymentsSandbox(server).control({ loseWebhooks: 100 });
  const { clientSecret, cancel, payments, service } = await aPayment();
  await payWithCard(server, clientSecret);
  await server.deps.db.updateTable('services').set({ active: 0 }).where('id', '=', service.id).execute();
  const { status, body } = await cancel();
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(await payments()).toEqual([{ status: 'refunded' }]);
});

test('another person’s payment is not found and stays payable; a visitor cannot abandon one', async () => {
  const { body, clientSecret, atProvider } = await aPayment();
  const stranger = await server.as(await aUser(server.deps.db));
  expect(await stranger.call('cancelPaymentIntent', { body })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  expect((await server.anyone.call('cancelPaymentIntent', { body })).status).toBe(401);
  expect((await stranger.call('cancelPaymentIntent', { body: { paymentIntentId: 'pi_1' } })).status).toBe(
    404,
  );
  expect(await atProvider()).toBe('requires_payment_method');
  expect((await payWithCard(server, clientSecret)).intent).toBe('succeeded');
});

test('an intent whose answer was lost is cancelled after a day without any call', async () => {
  const { db, payments } = server.deps;
  const service = await aService(db);
  const user = await aUser(db);
  const real = payments.createPaymentIntent.bind(payments);
  let lost = '';
  vi.spyOn(payments, 'createPaymentIntent').mockImplementationOnce(async (input) => {
    lost = (await real(input)).id;
    throw new PaymentsUnavailable('The answer was lost');
  });
  const answer = await (await server.as(user)).call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  expect(answer.status).toBe(503);
  // The provider created an intent, and tells of it.
  await settled(server);
  const row = () =>
    db.selectFrom('payments').select(['intent_id', 'status']).where('user_id', '=', user.id).execute();
  expect(await row()).toEqual([{ intent_id: lost, status: 'awaiting' }]);
  server.clock.advance({ hours: 25 });
  await reconcile(server.deps, new AbortController().signal);
  expect((await payments.readPaymentIntent(lost))?.status).toBe('canceled');
  expect(await row()).toEqual([{ intent_id: lost, status: 'canceled' }]);
});

test('an absent provider leaves the payment open, and the same call abandons it later', async () => {
  const { cancel, payments, atProvider } = await aPayment();
  paymentsSandbox(server).control({ failNext: { count: 100, status: 503 } });
  expect(await cancel()).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  expect(await payments()).toEqual([{ status: 'awaiting' }]);
  paymentsSandbox(server).control({ reset: true });
  expect((await cancel()).body).toEqual({ booking: null });
  expect(await atProvider()).toBe('canceled');
});
