import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HoursLine } from '../../../contract/schemas/hours.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import {
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  refundByHand,
  settled,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(await anAdmin(server.deps.db));
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

/** Half of the price of the Standard plan, which is odd. */
const half = 70_049;

/** A member of the Standard plan who has used 4 of its 12 hours. */
async function aMember(card = cards.succeeds) {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const { body } = await client.call('createSubscription', { body: { tier: 'standard' } });
  await payWithCard(server, body.clientSecret, card);
  await settled(server);
  // Earlier tests have moved the provider’s clock on; with this, the period has begun here too.
  server.clock.advance({ hours: 2 });
  const { id: serviceId } = await aService(server.deps.db, { estimated_minutes: 240 });
  const { body: booking } = await client.call('createBooking', {
    body: { serviceId, scheduledDate: '2026-12-01T22:30:00.000Z', notes: '', paymentType: 'subscription' },
  });
  const params = { id: booking.id };
  await admin.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 4 } });
  return {
    user,
    client,
    params,
    async refund(cents?: number) {
      await refundByHand(server, intentOf(body.clientSecret), cents);
      await settled(server);
    },
    intent: intentOf(body.clientSecret),
    hours: async () => (await client.call('readUser')).body.remainingHours,
    lines: async () =>
      ((await client.call('listHoursStatement')).body as HoursLine[]).map(({ kind, hours, balance }) => [
        kind,
        hours,
        balance,
      ]),
  };
}

test('a refund in the provider’s dashboard takes its share of the unused hours', async () => {
  const { client, params, refund, hours, lines } = await aMember();
  expect(await hours()).toBe(8);
  await refund(half);
  expect(await hours()).toBe(4);
  paymentsSandbox(server).control({ repeatWebhooks: 100 });
  await refund(Math.floor(half / 2));
  expect(await hours()).toBe(2);
  await refund();
  expect(await hours()).toBe(0);
  expect(await lines()).toEqual([
    ['refunded', -2, 0],
    ['refunded', -2, 2],
    ['refunded', -4, 4],
    ['used', -4, 8],
    ['granted', 12, 12],
  ]);
  expect((await client.call('readHours')).body).toMatchObject({
    period: { grantedHours: 12, usedHours: 4 },
    overageHours: 0,
  });
  expect((await client.call('listBillingHistory')).body).toMatchObject([{ status: 'refunded' }]);
  await admin.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  expect(await hours(), 'the hours of a cancelled visit go, too').toBe(0);
});

test('a refund that the bank sends back gives back what it took, and the file says so', async () => {
  const { client, refund, hours, lines } = await aMember(cards.refundsFail);
  await refund(half);
  expect(await hours()).toBe(4);
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
  await reconcile(server.deps, new AbortController().signal);
  expect(await hours()).toBe(8);
  expect((await lines()).slice(0, 2)).toEqual([
    ['refunded', 4, 8],
    ['refunded', -4, 4],
  ]);
  const file = await (await client.raw('GET', '/api/hours/statement.csv')).text();
  expect(file.split('\r\n').filter((line) => line.includes('Refunded'))).toHaveLength(2);
});

test('hours of a payment that is disputed and refunded lose the share once the dispute is won', async () => {
  const { intent, refund, hours, lines } = await aMember();
  await refund(Math.floor(half / 2));
  expect(await hours()).toBe(6);
  const { control } = paymentsSandbox(server);
  control({ dispute: { paymentIntent: intent } });
  await settled(server);
  expect(await hours()).toBe(0);
  control({ closeDispute: { paymentIntent: intent, won: true } });
  await settled(server);
  expect(await hours()).toBe(6);
  expect((await lines()).slice(0, 3)).toEqual([
    ['frozen', 6, 6],
    ['frozen', -6, 0],
    ['refunded', -2, 6],
  ]);
});

test('a refund that the team made in another way takes its hours', async () => {
  const { user, hours } = await aMember();
  const [invoice] = await server.deps.db
    .updateTable('invoices')
    .set({ refund_state: 'due', refund_trouble: 'Too little money.' })
    .where('user_id', '=', user.id)
    .returning('id')
    .execute();
  const params = { id: invoice?.id ?? '' };
  expect((await admin.call('settleStuckRefund', { params, body: { how: 'again' } })).status).toBe(200);
  expect(await hours()).toBe(8);
  await server.deps.db
    .updateTable('invoices')
    .set({ refund_trouble: 'Too little money.' })
    .where('id', '=', params.id)
    .execute();
  expect((await admin.call('settleStuckRefund', { params, body: { how: 'by_hand' } })).status).toBe(200);
  expect(await hours()).toBe(0);
});
