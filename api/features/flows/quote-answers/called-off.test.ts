import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import { intentOf, payWithCard } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

/** A request with an open price quote, which its customer may cancel. */
async function aPricedRequest() {
  const request = await aRequest(server);
  const { client, team, params } = request;
  const quoteId = await request.quoted();
  return {
    ...request,
    accepts: () => request.accept(quoteId),
    by: {
      customer: () => client.call('cancelBooking', { params, body: { outcome: 'free' } }),
      team: () => team.call('setBookingStatus', { params, body: { status: 'cancelled' } }),
    },
  };
}
const people = ['customer', 'team'] as const;

const atTheProvider = async (clientSecret: string) =>
  (await server.deps.payments.readPaymentIntent(intentOf(clientSecret)))?.status;

test.each(people)('a request cancelled by the %s cannot be paid in any open sheet', async (who) => {
  const { accepts, by, payments, row } = await aPricedRequest();
  const clientSecret = (await accepts()).body.clientSecret ?? '';
  expect((await by[who]()).status).toBe(200);
  expect(await atTheProvider(clientSecret)).toBe('canceled');
  expect(await payWithCard(server, clientSecret)).toMatchObject({ status: 400 });
  expect(await payments()).toMatchObject([{ status: 'canceled' }]);
  expect(await row()).toMatchObject({ status: 'cancelled', payment_id: null });
  expect((await accepts()).body.code).toBe('conflict');
});

test.each(people)('a cancellation by the %s while the payment begins leaves no secret', async (who) => {
  const { accepts, by, payments } = await aPricedRequest();
  const { payments: provider } = server.deps;
  const create = provider.createPaymentIntent.bind(provider);
  const secrets: string[] = [];
  vi.spyOn(provider, 'createPaymentIntent').mockImplementationOnce(async (wanted) => {
    expect((await by[who]()).status).toBe(200);
    const intent = await create(wanted);
    secrets.push(intent.clientSecret);
    return intent;
  });
  const { status, body } = await accepts();
  expect([status, body.code, body.clientSecret]).toEqual([409, 'conflict', undefined]);
  expect(await atTheProvider(secrets[0] ?? '')).toBe('canceled');
  expect(await payments()).toMatchObject([{ status: 'canceled' }]);
});

test('a request cancelled and accepted at once cannot be paid afterwards', async () => {
  for (let times = 0; times < 6; times += 1) {
    const { accepts, by, payments } = await aPricedRequest();
    const [accepted, off] = await Promise.all([accepts(), by[people[times % 2] ?? 'team']()]);
    expect(off.status).toBe(200);
    const secret = accepted.body.clientSecret;
    if (secret) expect(await atTheProvider(secret)).toBe('canceled');
    expect((await payments()).filter(({ status }) => status !== 'canceled')).toEqual([]);
  }
});

test('a payment that the absent provider could not cancel is cancelled by the reconciler within minutes', async () => {
  const { accepts, by, payments } = await aPricedRequest();
  const clientSecret = (await accepts()).body.clientSecret ?? '';
  vi.spyOn(server.deps.payments, 'cancelPaymentIntent').mockRejectedValueOnce(new PaymentsUnavailable());
  expect((await by.team()).status).toBe(200);
  expect(await payments()).toMatchObject([{ status: 'awaiting' }]);
  server.clock.advance({ minutes: 2 });
  await reconcile(server.deps, new AbortController().signal);
  expect(await atTheProvider(clientSecret)).toBe('canceled');
  expect(await payments()).toMatchObject([{ status: 'canceled' }]);
});

test('a payment unknown at the provider ends with its quote', async () => {
  const { accepts, by, payments } = await aPricedRequest();
  vi.spyOn(server.deps.payments, 'createPaymentIntent').mockRejectedValueOnce(new Error('the process died'));
  expect((await accepts()).status).toBe(500);
  expect(await payments()).toMatchObject([{ status: 'starting', intent_id: null }]);
  await by.customer();
  server.clock.advance({ minutes: 2 });
  await reconcile(server.deps, new AbortController().signal);
  expect(await payments()).toMatchObject([{ status: 'canceled' }]);
});

test('a reopened request is paid anew', async () => {
  const { accepts, by, team, params, row, confirm } = await aPricedRequest();
  const first = (await accepts()).body.clientSecret ?? '';
  await by.team();
  await team.call('setBookingStatus', { params, body: { status: 'pending' } });
  const next = (await accepts()).body.clientSecret ?? '';
  expect(next).not.toBe(first);
  await payWithCard(server, next);
  expect((await confirm(next)).status).toBe(200);
  expect(await row()).toMatchObject({ payment_type: 'one_time', price_cents: 24_000 });
});
