import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aService, aUser } from '../testing/builders/builders.ts';
import { intentOf, payWithCard, refundByHand, settled, visit } from '../testing/outside/cards.ts';
import { recordChanges } from '../testing/servers/changes.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { openSocket } from '../testing/servers/socket.ts';
import type { Change } from './changed.ts';

let server: TestServer;
let changes: Change[];
beforeAll(async () => {
  server = await startTestServer();
  changes = recordChanges(server.deps);
});
afterAll(() => server.close());

/** A person with the app open on another device, and a stranger with theirs. */
async function aPersonElsewhere() {
  const { db } = server.deps;
  const [user, other] = [await aUser(db), await aUser(db)];
  const client = await server.as(user);
  const [there, strange] = [await openSocket(server, user), await openSocket(server, other)];
  const hintedKeys = () => changes.flatMap(({ people, keys }) => (people?.includes(user.id) ? keys : []));
  return {
    client,
    /** The paths told to the person since the last `tells` began. */
    hintedKeys,
    /** Does something, and waits until the other device is told to read all of these again. */
    async tells(what: () => Promise<unknown>, ...keys: string[]) {
      changes.length = 0;
      await what();
      expect(hintedKeys()).toEqual(expect.arrayContaining(keys));
      const missing = new Set(keys);
      while (missing.size) for (const key of (await there.next('changed')).keys) missing.delete(key);
    },
    async leave() {
      await Promise.all([there.close(), strange.close()]);
      expect(strange.all('changed')).toEqual([]);
    },
  };
}

const money = ['/api/billing-history', '/api/payment-methods'];

test('a card payment and its refund reach the other open device', async () => {
  const { client, hintedKeys, tells, leave } = await aPersonElsewhere();
  const { id: serviceId } = await aService(server.deps.db);
  const { body } = await client.call('createPaymentIntent', {
    body: { serviceId, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  const intent = intentOf(body.clientSecret);
  const pay = async () => {
    await payWithCard(server, body.clientSecret);
    await settled(server);
  };
  await tells(pay, '/api/bookings', ...money);
  // The browser’s own confirmation after the provider’s event is no news.
  const before = hintedKeys().length;
  const { body: booking } = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intent, serviceId },
  });
  expect(hintedKeys()).toHaveLength(before);
  const bookingKey = `/api/bookings/${booking.id}`;

  const giveBack = async (cents?: number) => {
    await refundByHand(server, intent, cents);
    await settled(server);
  };
  await tells(() => giveBack(5000), bookingKey, ...money);
  await tells(
    () => client.call('cancelBooking', { params: { id: booking.id }, body: { outcome: 'refund' } }),
    bookingKey,
    ...money,
  );
  await leave();
});

test('a paid plan and its invoice’s refund reach the other open device', async () => {
  const { client, tells, leave } = await aPersonElsewhere();
  const { body } = await client.call('createSubscription', {
    body: { tier: 'basic' },
    idempotencyKey: randomUUID(),
  });
  const pay = async () => {
    await payWithCard(server, body.clientSecret);
    await settled(server);
  };
  await tells(pay, '/api/subscription', '/api/hours', '/api/auth/user', ...money);
  const giveBack = async () => {
    await refundByHand(server, intentOf(body.clientSecret), 1000);
    await settled(server);
  };
  await tells(giveBack, ...money);
  await leave();
});

test('a saved, default or removed card reaches the other open device', async () => {
  const { client, tells, leave } = await aPersonElsewhere();
  const cards: string[] = [];
  const add = (number?: string) => async () => {
    const { body } = await client.call('createSetupIntent');
    cards.push((await payWithCard(server, body.client_secret, number)).card ?? '');
    await settled(server);
  };
  await tells(add(), '/api/payment-methods');
  await tells(add('5555555555554444'), '/api/payment-methods');
  const params = { id: cards[1] ?? '' };
  await tells(() => client.call('makePaymentMethodDefault', { params }), '/api/payment-methods');
  await tells(() => client.call('removePaymentMethod', { params }), '/api/payment-methods');
  await leave();
});
