import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import {
  authenticate,
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
  timesTold,
  visit,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

const details = { ...visit, notes: 'Mind the cat' };

/** A signed-in person, a service, and a begun payment. */
async function aCheckout() {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const begin = (given: object = {}, idempotencyKey: string = randomUUID()) =>
    client.call('createPaymentIntent', {
      body: { serviceId: service.id, bookingData: details, ...given },
      idempotencyKey,
    });
  const begun = await begin();
  expect(begun.status).toBe(200);
  const { clientSecret } = begun.body;
  const confirm = (given: object = {}) =>
    client.call('confirmOneTimePayment', {
      body: { paymentIntentId: intentOf(clientSecret), serviceId: service.id, ...details, ...given },
    });
  const bookings = () => db.selectFrom('bookings').selectAll().where('user_id', '=', user.id).execute();
  const payments = () => db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute();
  return { user, service, client, begin, clientSecret, confirm, bookings, payments };
}

test('a card payment books once it succeeds, at the catalogue price and with its first details', async () => {
  const { clientSecret, confirm, bookings, payments, service } = await aCheckout();
  const intent = await server.deps.payments.readPaymentIntent(intentOf(clientSecret));
  const [payment] = await payments();
  expect(intent).toMatchObject({
    amountCents: 18_900,
    currency: 'aud',
    metadata: { paymentId: payment?.id, userId: payment?.user_id, serviceId: service.id },
  });
  expect(payment?.status).toBe('awaiting');

  expect(await payWithCard(server, clientSecret)).toMatchObject({ status: 200, intent: 'succeeded' });
  const { status, body } = await confirm();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'pending',
    paymentType: 'one_time',
    scheduledDate: details.scheduledDate,
    service: { id: service.id },
    notes:
      'Name: Ann Lee\nPhone: 0412 345 678\nE-mail: ann@example.com\nAddress: 12 Banksia Street, Newtown NSW\nNotes: Mind the cat',
  });
  expect(await bookings()).toMatchObject([{ id: body.id, price_cents: 18_900, payment_id: payment?.id }]);
  expect(await payments()).toMatchObject([{ status: 'booked' }]);
});

test('text that no database can store does not prevent the booking of a payment', async () => {
  const { begin, client, service } = await aCheckout();
  const { body } = await begin({ bookingData: { ...details, notes: 'Mind \0the \ud83d cat' } });
  await payWithCard(server, body.clientSecret);
  const booked = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(body.clientSecret), serviceId: service.id },
  });
  expect(booked.status).toBe(200);
  expect(booked.body.notes).toContain('Notes: Mind the \ufffd cat');
});

test('a declined card books nothing and charges nothing, and another card may follow', async () => {
  const { clientSecret, confirm, bookings, payments } = await aCheckout();
  expect(await payWithCard(server, clientSecret, cards.declined)).toMatchObject({
    status: 402,
    error: 'Your card was declined.',
  });
  const refused = await confirm();
  expect([refused.status, refused.body.code]).toEqual([402, 'payment_incomplete']);
  expect(await bookings()).toEqual([]);
  expect(await payments()).toMatchObject([{ status: 'awaiting', paid_at: null }]);

  await payWithCard(server, clientSecret);
  expect((await confirm()).status).toBe(200);
  expect(await bookings()).toHaveLength(1);
});

test('a card that asks for authentication books only after it', async () => {
  const { clientSecret, confirm, bookings } = await aCheckout();
  expect(await payWithCard(server, clientSecret, cards.asksForAuthentication)).toMatchObject({
    intent: 'requires_action',
  });
  expect((await confirm()).status).toBe(402);
  expect(await bookings()).toEqual([]);
  await authenticate(server, clientSecret, 'complete');
  expect((await confirm()).status).toBe(200);
  expect(await bookings()).toHaveLength(1);
});

test('a payment being processed differs from an unpaid one, and books once it succeeds', async () => {
  const { clientSecret, confirm, bookings, payments } = await aCheckout();
  const real = server.deps.payments.readPaymentIntent.bind(server.deps.payments);
  const read = vi.spyOn(server.deps.payments, 'readPaymentIntent').mockImplementation(async (id) => {
    const intent = await real(id);
    return intent && { ...intent, status: 'processing' };
  });
  for (let times = 0; times < 2; times += 1)
    expect(await confirm()).toMatchObject({ status: 409, body: { code: 'payment_processing' } });
  expect(await bookings()).toEqual([]);
  expect(await payments()).toMatchObject([{ status: 'awaiting' }]);
  read.mockRestore();
  await payWithCard(server, clientSecret);
  expect((await confirm()).status).toBe(200);
  expect(await bookings()).toHaveLength(1);
});

test('the webhook books without the browser’s confirmation, and a late confirmation finds that booking', async () => {
  const { clientSecret, confirm, bookings } = await aCheckout();
  await payWithCard(server, clientSecret);
  await settled(server);
  const [booking, ...others] = await bookings();
  expect(others).toEqual([]);
  expect((await confirm()).body.id).toBe(booking?.id);
  expect(await bookings()).toHaveLength(1);
});

test('the confirmation books without any webhook', async () => {
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { clientSecret, confirm, bookings } = await aCheckout();
  await payWithCard(server, clientSecret);
  expect((await confirm()).status).toBe(200);
  expect(await bookings()).toHaveLength(1);
});

test('both doors at once, many times over, make one booking', async () => {
  const { clientSecret, confirm, bookings, payments } = await aCheckout();
  paymentsSandbox(server).control({ repeatWebhooks: 1000 });
  await payWithCard(server, clientSecret);
  const answers = await tapOften(() => confirm());
  await settled(server);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await bookings()).toHaveLength(1);
  expect(await payments()).toMatchObject([{ status: 'booked' }]);
});

test('another person’s payment is not found, and its booking stays theirs', async () => {
  const { clientSecret, bookings, service } = await aCheckout();
  await payWithCard(server, clientSecret);
  const stranger = await aUser(server.deps.db);
  const { status, body } = await (await server.as(stranger)).call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(clientSecret), serviceId: service.id, ...details },
  });
  expect([status, body.code]).toEqual([404, 'not_found']);
  await settled(server);
  expect(await bookings()).toHaveLength(1);
  const theirs = server.deps.db.selectFrom('bookings').select('id').where('user_id', '=', stranger.id);
  expect(await theirs.execute()).toEqual([]);
});

test('an unknown intent is not found', async () => {
  const { confirm } = await aCheckout();
  expect((await confirm({ paymentIntentId: 'pi_neverwas' })).status).toBe(404);
});

test('a visitor cannot pay', async () => {
  const body = { serviceId: randomUUID(), bookingData: details };
  expect((await server.anyone.call('createPaymentIntent', { body })).status).toBe(401);
});

test('a price, an amount, a currency and a user sent by a client change nothing', async () => {
  const { user, begin, payments } = await aCheckout();
  const stranger = await aUser(server.deps.db);
  const tampered = await begin({
    price: 1,
    priceAmount: 0.5,
    amount: 50,
    currency: 'idr',
    userId: stranger.id,
    bookingData: { ...details, price: 1, userId: stranger.id },
  });
  expect(tampered.status).toBe(200);
  const intent = await server.deps.payments.readPaymentIntent(intentOf(tampered.body.clientSecret));
  expect(intent).toMatchObject({ amountCents: 18_900, currency: 'aud', metadata: { userId: user.id } });
  expect((await payments()).map((payment) => payment.amount_cents)).toEqual([18_900, 18_900]);
});

test('confirming for another service is refused; other details are not booked', async () => {
  const { clientSecret, confirm, bookings } = await aCheckout();
  await payWithCard(server, clientSecret);
  await settled(server);
  const other = await aService(server.deps.db, { price_cents: 99_900 });
  const refused = await confirm({ serviceId: other.id });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['serviceId']]);
  const booked = await confirm({
    address: '1 Another Road, Elsewhere',
    scheduledDate: new Date(Date.parse(details.scheduledDate) + 86_400_000).toISOString(),
  });
  expect(booked.body.notes).toContain('12 Banksia Street');
  expect(booked.body.scheduledDate).toBe(details.scheduledDate);
  expect(await bookings()).toHaveLength(1);
});

test('many taps at once begin one payment and get the same client secret; other content is refused', async () => {
  const { begin, payments } = await aCheckout();
  const key = randomUUID();
  const answers = await tapOften(() => begin({}, key));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
  expect((await begin({}, key)).body.clientSecret).toBe(answers[0]?.body.clientSecret);
  expect(await payments()).toHaveLength(2);

  const other = await begin({ bookingData: { ...details, notes: 'And the dog' } }, key);
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
});

test('two people may use the same key', async () => {
  const key = randomUUID();
  const [one, two] = [await aCheckout(), await aCheckout()];
  const secrets = [await one.begin({}, key), await two.begin({}, key)].map((a) => a.body.clientSecret);
  expect(new Set(secrets).size).toBe(2);
});

test('services without a price, withdrawn services and past times are refused', async () => {
  const { begin } = await aCheckout();
  const planOnly = await aService(server.deps.db, { price_cents: null });
  const noPrice = await begin({ serviceId: planOnly.id });
  expect([noPrice.status, Object.keys(noPrice.body.fields ?? {})]).toEqual([400, ['serviceId']]);
  const withdrawn = await aService(server.deps.db, { active: 0 });
  expect((await begin({ serviceId: withdrawn.id })).status).toBe(404);
  const past = await begin({ bookingData: { ...details, scheduledDate: '2020-01-01T00:00:00.000Z' } });
  expect([past.status, Object.keys(past.body.fields ?? {})]).toEqual([400, ['bookingData.scheduledDate']]);
});

test.each([
  ['customerName', 'A', 'Al'],
  ['phone', '041234567', '0412345678'],
  ['email', 'ann@', 'a@example.com'],
  ['address', '12 Bank S', '12 Bank St'],
  ['scheduledDate', '', visit.scheduledDate],
  ['notes', 'n'.repeat(2001), 'n'.repeat(2000)],
])('%s just outside its rule begins no payment, just inside it one', async (field, outside, inside) => {
  const { begin, payments } = await aCheckout();
  const refused = await begin({ bookingData: { ...details, [field]: outside } });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [`bookingData.${field}`]]);
  expect(await payments()).toHaveLength(1);
  expect((await begin({ bookingData: { ...details, [field]: inside } })).status).toBe(200);
});

test('answers of the provider lost after their effect lead to one intent, one charge, one booking', async () => {
  const created = await timesTold(server, 'payment_intent.created');
  const paid = await timesTold(server, 'payment_intent.succeeded');
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const attempt = {
    body: { serviceId: service.id, bookingData: details },
    idempotencyKey: randomUUID(),
  };
  await ensureCustomer(server.deps, user.id);
  // The SDK asks three times.
  paymentsSandbox(server).control({ dropAnswers: 3 });
  const lost = await client.call('createPaymentIntent', attempt);
  expect([lost.status, lost.body.code]).toEqual([503, 'payment_unavailable']);
  expect(await timesTold(server, 'payment_intent.created')).toBe(created + 1);
  paymentsSandbox(server).control({ dropAnswers: 1 });
  const found = await client.call('createPaymentIntent', attempt);
  expect(found.status).toBe(200);
  await payWithCard(server, found.body.clientSecret);
  const confirmed = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(found.body.clientSecret), serviceId: service.id },
  });
  expect(confirmed.status).toBe(200);
  expect(await timesTold(server, 'payment_intent.created')).toBe(created + 1);
  expect(await timesTold(server, 'payment_intent.succeeded')).toBe(paid + 1);
});

test('a payment for a withdrawn service is refunded once, and never booked after', async () => {
  const refunds = await timesTold(server, 'charge.refunded');
  const { clientSecret, confirm, bookings, payments, service } = await aCheckout();
  const offered = (active: number) =>
    server.deps.db.updateTable('services').set({ active }).where('id', '=', service.id).execute();
  await offered(0);
  await payWithCard(server, clientSecret);
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm()));
  for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'conflict']);
  await settled(server);
  await offered(1);
  expect((await confirm()).status).toBe(409);
  expect(await bookings()).toEqual([]);
  expect(await payments()).toMatchObject([{ status: 'refunded' }]);
  expect(await timesTold(server, 'charge.refunded')).toBe(refunds + 1);
});

test('the key of a refunded payment begins nothing: its secret is invalid', async () => {
  const { clientSecret, confirm, begin, payments, service } = await aCheckout();
  const [begun] = await payments();
  const offered = (active: number) =>
    server.deps.db.updateTable('services').set({ active }).where('id', '=', service.id).execute();
  await offered(0);
  await payWithCard(server, clientSecret);
  expect((await confirm()).status).toBe(409);
  await offered(1);
  expect(await begin({}, begun?.client_id ?? '')).toMatchObject({
    status: 409,
    body: { code: 'key_reused', message: 'This attempt has ended. Please begin again.' },
  });
});

test('a decided refund stays decided while it fails, also if the service is offered again', async () => {
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { clientSecret, confirm, bookings, payments, service } = await aCheckout();
  const offered = (active: number) =>
    server.deps.db.updateTable('services').set({ active }).where('id', '=', service.id).execute();
  await offered(0);
  await payWithCard(server, clientSecret);
  const refund = vi
    .spyOn(server.deps.payments, 'refund')
    .mockRejectedValueOnce(new Error('the process died'));
  expect((await confirm()).status).toBe(500);
  expect(await payments()).toMatchObject([{ status: 'refunding' }]);
  await offered(1);
  expect((await confirm()).status).toBe(409);
  expect(refund).toHaveBeenCalledTimes(2);
  expect(await payments()).toMatchObject([{ status: 'refunded' }]);
  expect(await bookings()).toEqual([]);
});

test('a payment of another amount than agreed is refunded, not booked', async () => {
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { clientSecret, confirm, bookings, payments } = await aCheckout();
  await payWithCard(server, clientSecret);
  const [payment] = await payments();
  await server.deps.db
    .updateTable('payments')
    .set({ amount_cents: 20_000 })
    .where('id', '=', payment?.id ?? '')
    .execute();
  expect((await confirm()).status).toBe(409);
  expect(await bookings()).toEqual([]);
  expect(await payments()).toMatchObject([{ status: 'refunded' }]);
});

test('an absent provider books nothing, and the same call books once it is back', async () => {
  // Any webhook of the intent, even that of its creation, leads to a check, and would book.
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { clientSecret, confirm, bookings } = await aCheckout();
  await payWithCard(server, clientSecret);
  paymentsSandbox(server).control({ failNext: { count: 3, status: 503 } });
  const away = await confirm();
  expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable']);
  expect(await bookings()).toEqual([]);
  expect((await confirm()).status).toBe(200);
});
