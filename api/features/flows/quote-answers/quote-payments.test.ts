import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue, wantedDate } from '../../../testing/builders/requests.ts';
import {
  authenticate,
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
  timesTold,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

/** A request with a price quote of $240 whose payment has begun. */
async function aBegunPayment() {
  const request = await aRequest(server);
  const quoteId = await request.quoted();
  const begun = await request.accept(quoteId);
  expect(begun.status).toBe(200);
  const clientSecret = begun.body.clientSecret ?? '';
  return {
    ...request,
    quoteId,
    clientSecret,
    begun: begun.body,
    pay: (card?: string) => payWithCard(server, clientSecret, card),
    confirm: () => request.confirm(clientSecret),
    again: () => request.accept(quoteId),
    news: () =>
      server.deps.db
        .selectFrom('notices')
        .select('content')
        .where('user_id', '=', request.user.id)
        .where('kind', '=', 'billing')
        .execute(),
  };
}

const refunds = () => timesTold(server, 'charge.refunded');
const loseWebhooks = () => paymentsSandbox(server).control({ loseWebhooks: 1000 });
const lookAgain = () => reconcile(server.deps, new AbortController().signal);

test('accepting a price begins its payment; once paid, the request is that booking', async () => {
  const { id, begun, clientSecret, pay, confirm, payments, row, read, user, request } = await aBegunPayment();
  expect(begun.booking).toMatchObject({ id, status: 'pending', quote: { state: 'open' }, payment: null });
  expect(await server.deps.payments.readPaymentIntent(intentOf(clientSecret))).toMatchObject({
    amountCents: 24_000,
    currency: 'aud',
    metadata: { userId: user.id },
  });
  expect(await payments()).toMatchObject([{ status: 'awaiting', description: 'Piano tuning' }]);

  await pay();
  const { status, body } = await confirm();
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, status: 'scheduled', paymentType: 'one_time', scheduledDate: wantedDate });
  const [payment] = await payments();
  expect(payment).toMatchObject({ status: 'booked' });
  expect(await row()).toMatchObject({ payment_id: payment?.id, price_cents: 24_000 });
  expect(await read()).toMatchObject({
    service: { name: 'Piano tuning', estimatedHours: 2.5 },
    payment: { amountCents: 24_000, status: 'paid' },
    quote: { state: 'accepted' },
    changes: { cancel: { outcome: 'refund', amountCents: 24_000 } },
  });
  expect(await request('settled')).toMatchObject({ quote: { state: 'accepted' } });
});

test('many taps at once begin one payment and get the same client secret', async () => {
  const { again, clientSecret, payments, pay, row } = await aBegunPayment();
  const answers = await tapOften(again);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.clientSecret))).toEqual(new Set([clientSecret]));
  expect(await payments()).toHaveLength(1);
  await pay();
  await settled(server);
  expect((await row()).price_cents).toBe(24_000);
});

test('many first taps at once begin one payment', async () => {
  const { quoted, accept, payments } = await aRequest(server);
  const quoteId = await quoted();
  const answers = await tapOften(() => accept(quoteId));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
  expect(await payments()).toHaveLength(1);
});

test('both doors at once, many times over, settle one booking, in one step', async () => {
  const { pay, confirm, payments, read, user } = await aBegunPayment();
  paymentsSandbox(server).control({ repeatWebhooks: 1000 });
  await pay();
  const answers = await tapOften(confirm);
  await settled(server);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await payments()).toMatchObject([{ status: 'booked' }]);
  expect((await read()).statusChanges.map(({ to }) => to)).toEqual(['pending', 'scheduled']);
  const bookings = server.deps.db.selectFrom('bookings').select('id').where('user_id', '=', user.id);
  expect(await bookings.execute()).toHaveLength(1);
});

test('the webhook settles without the browser’s confirmation; accepting again then asks for no payment', async () => {
  const { pay, again, row, payments } = await aBegunPayment();
  await pay();
  await settled(server);
  expect(await row()).toMatchObject({ status: 'scheduled', payment_type: 'one_time' });
  expect((await again()).body).toMatchObject({
    clientSecret: null,
    booking: { quote: { state: 'accepted' } },
  });
  expect(await payments()).toHaveLength(1);
});

test('the reconciler settles without both doors, and a second tab finds the quote paid', async () => {
  loseWebhooks();
  const one = await aBegunPayment();
  await one.pay();
  server.clock.advance({ minutes: 5 });
  await lookAgain();
  expect(await one.row()).toMatchObject({ status: 'scheduled', payment_type: 'one_time' });
  const two = await aBegunPayment();
  await two.pay();
  expect((await two.again()).body).toMatchObject({ clientSecret: null, booking: { status: 'scheduled' } });
});

test('a declined card settles nothing, another may follow, and one that asks settles after the answer', async () => {
  const { pay, confirm, row, clientSecret } = await aBegunPayment();
  expect(await pay(cards.declined)).toMatchObject({ status: 402, error: 'Your card was declined.' });
  expect((await confirm()).body.code).toBe('payment_incomplete');
  expect(await row()).toMatchObject({ payment_type: 'custom_quote', payment_id: null });
  expect(await pay(cards.asksForAuthentication)).toMatchObject({ intent: 'requires_action' });
  expect((await confirm()).status).toBe(402);
  await authenticate(server, clientSecret, 'complete');
  expect((await confirm()).status).toBe(200);
  expect(await row()).toMatchObject({ payment_type: 'one_time' });
});

test('an abandoned payment makes way for another of the same quote', async () => {
  const { client, clientSecret, again, payments, row, confirm: confirmFirst } = await aBegunPayment();
  const body = { paymentIntentId: intentOf(clientSecret) };
  expect((await client.call('cancelPaymentIntent', { body })).body).toEqual({ booking: null });
  const next = (await again()).body.clientSecret ?? '';
  expect(next).not.toBe(clientSecret);
  expect((await payments()).map(({ status }) => status).sort()).toEqual(['awaiting', 'canceled']);
  await payWithCard(server, next);
  await settled(server);
  expect((await row()).price_cents).toBe(24_000);
  expect((await confirmFirst()).status).toBe(402);
});

test('a payment cancelled at the provider without an event makes way too', async () => {
  loseWebhooks();
  const { clientSecret, again, payments } = await aBegunPayment();
  const [begun] = await payments();
  await server.deps.payments.cancelPaymentIntent(intentOf(clientSecret), begun?.id ?? '');
  const { status, body } = await again();
  expect([status, body.clientSecret === clientSecret]).toEqual([200, false]);
});

test('answers of the provider lost after their effect lead to one intent and one charge', async () => {
  const created = await timesTold(server, 'payment_intent.created');
  const { user, quoted, accept, payments } = await aRequest(server);
  const quoteId = await quoted();
  await ensureCustomer(server.deps, user.id);
  // The SDK asks three times.
  paymentsSandbox(server).control({ dropAnswers: 3 });
  expect(await accept(quoteId)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  const found = await accept(quoteId);
  expect(found.status).toBe(200);
  expect(await timesTold(server, 'payment_intent.created')).toBe(created + 1);
  expect(await payments()).toHaveLength(1);
});

test('an absent provider settles nothing, and the same call settles once it is back', async () => {
  loseWebhooks();
  const { pay, confirm, row } = await aBegunPayment();
  await pay();
  paymentsSandbox(server).control({ failNext: { count: 3, status: 503 } });
  expect((await confirm()).body.code).toBe('payment_unavailable');
  expect((await row()).payment_type).toBe('custom_quote');
  expect((await confirm()).status).toBe(200);
});

test.each([
  ['withdrawn', async ({ withdraw }: Begun) => void (await withdraw())],
  ['replaced', async ({ quote }: Begun) => void (await quote({ amountCents: 30_000 }))],
  ['declined', async ({ decline, quoteId }: Begun) => void (await decline(quoteId))],
])('a quote that is %s cancels its unpaid payment', async (_, end) => {
  const begun = await aBegunPayment();
  await end(begun);
  expect(await begun.payments()).toMatchObject([{ status: 'canceled' }]);
  expect(await begun.pay()).toMatchObject({ status: 400 });
});
type Begun = Awaited<ReturnType<typeof aBegunPayment>>;

test.each([
  ['withdrawn', async ({ withdraw }: Begun) => void (await withdraw())],
  ['replaced', async ({ quote }: Begun) => void (await quote({ amountCents: 30_000 }))],
  ['declined', async ({ decline, quoteId }: Begun) => void (await decline(quoteId))],
  [
    'called off',
    async ({ client, params }: Begun) =>
      void (await client.call('cancelBooking', { params, body: { outcome: 'free' } })),
  ],
  ['expired long since', async () => server.clock.advance({ days: 8 })],
])('a payment without an event, of a quote %s meanwhile, is refunded once', async (_, end) => {
  loseWebhooks();
  const before = await refunds();
  const begun = await aBegunPayment();
  await begun.pay();
  paymentsSandbox(server).control({ loseWebhooks: 0 });
  await end(begun);
  const { user, clientSecret, payments, row, news } = begun;
  const client = await server.as(user);
  const { service_id } = await row();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      client.call('confirmOneTimePayment', {
        body: { paymentIntentId: intentOf(clientSecret), serviceId: service_id },
      }),
    ),
  );
  const message = 'This quote can no longer be accepted, and your payment has been refunded';
  for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { message } });
  server.clock.advance({ minutes: 5 });
  await lookAgain();
  await settled(server);
  expect(await payments()).toMatchObject([{ status: 'refunded' }]);
  expect(await row()).toMatchObject({ payment_id: null, payment_type: 'custom_quote' });
  expect((await news()).map(({ content }) => JSON.parse(content))).toEqual([
    { what: 'refunded', description: 'Piano tuning', amountCents: 24_000 },
  ]);
  expect(await refunds()).toBe(before + 1);
});

test('a payment made in time counts if it becomes known within an hour after the quote’s expiry', async () => {
  loseWebhooks();
  const { user, pay, row, params, clientSecret } = await aBegunPayment();
  await pay();
  server.clock.set('2026-11-27T02:59:59.000Z');
  const client = await server.as(user);
  const { service_id } = await row();
  const confirmed = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(clientSecret), serviceId: service_id },
  });
  expect(confirmed.status).toBe(200);
  expect((await client.call('readBooking', { params })).body.quote?.state).toBe('accepted');
});

test('a withdrawal that races the payment ends in a paid booking or a refund, never both', async () => {
  const before = await refunds();
  let given = 0;
  for (let times = 0; times < 6; times += 1) {
    loseWebhooks();
    const { pay, confirm, withdraw, payments, row } = await aBegunPayment();
    await pay();
    const [confirmed] = await Promise.all([confirm(), withdraw()]);
    await settled(server);
    const [payment] = await payments();
    const booking = await row();
    if (confirmed.status === 200) {
      expect([payment?.status, booking.payment_id]).toEqual(['booked', payment?.id]);
    } else {
      expect([payment?.status, booking.payment_id]).toEqual(['refunded', null]);
      given += 1;
    }
    paymentsSandbox(server).control({ reset: true });
  }
  // Some webhooks were lost: the payments themselves show the refunds.
  expect(await refunds()).toBeLessThanOrEqual(before + given);
});

test('a payment made after the team has begun is settled, and the status stays', async () => {
  const { team, params, pay, confirm } = await aBegunPayment();
  await team.call('setBookingStatus', { params, body: { status: 'in_progress' } });
  await pay();
  expect((await confirm()).body).toMatchObject({ status: 'in_progress', paymentType: 'one_time' });
});

test('a payment for a quote is refunded like any card payment when the booking is cancelled', async () => {
  const before = await refunds();
  const { pay, confirm, client, params, team } = await aBegunPayment();
  await pay();
  await confirm();
  await settled(server);
  const [billed] = (await client.call('listBillingHistory')).body;
  expect(billed).toMatchObject({ amount_paid: 24_000, description: 'Piano tuning', status: 'paid' });
  const off = await client.call('cancelBooking', { params, body: { outcome: 'refund' } });
  expect(off.body).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
  await team.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  expect(await refunds()).toBe(before + 1);
  // The payment is confirmed as before, and not refunded twice.
  expect((await confirm()).status).toBe(200);
  expect(await refunds()).toBe(before + 1);
});

test('another person’s payment of a quote is not found', async () => {
  const { clientSecret, pay, row } = await aBegunPayment();
  await pay();
  await settled(server);
  const stranger = await server.as(await aUser(server.deps.db));
  const paymentIntentId = intentOf(clientSecret);
  const { service_id } = await row();
  for (const answer of [
    await stranger.call('confirmOneTimePayment', { body: { paymentIntentId, serviceId: service_id } }),
    await stranger.call('cancelPaymentIntent', { body: { paymentIntentId } }),
  ])
    expect(answer.status).toBe(404);
});

test('a payment of another amount than quoted is refunded', async () => {
  loseWebhooks();
  const { pay, confirm, payments, row } = await aBegunPayment();
  await pay();
  const [payment] = await payments();
  const rows = server.deps.db.updateTable('payments').where('id', '=', payment?.id ?? '');
  await rows.set({ amount_cents: 30_000 }).execute();
  expect((await confirm()).status).toBe(409);
  expect(await payments()).toMatchObject([{ status: 'refunded' }]);
  expect((await row()).payment_id).toBeNull();
});

test('a failed refund is made by the reconciler, once', async () => {
  loseWebhooks();
  const { pay, confirm, withdraw, payments, user } = await aBegunPayment();
  await pay();
  const refund = vi
    .spyOn(server.deps.payments, 'refund')
    .mockRejectedValueOnce(new Error('the process died'));
  // The withdrawal stands, whatever the provider says.
  expect((await withdraw()).status).toBe(200);
  expect(await payments()).toMatchObject([{ status: 'refunding' }]);
  server.clock.advance({ minutes: 5 });
  await lookAgain();
  expect(refund).toHaveBeenCalledTimes(2);
  expect(await payments()).toMatchObject([{ user_id: user.id, status: 'refunded' }]);
  expect((await confirm()).status).toBe(409);
});
