import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { webhookLimit } from '../../../http/body.ts';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import { intentOf, paymentsSandbox, payWithCard, settled, visit } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { webhookPath } from './webhooks.routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

/** A successful payment without an event so far, and its event. */
async function aPaidIntent() {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const client = await server.as(user);
  const { body } = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
  });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await payWithCard(server, body.clientSecret);
  const event = anEvent('payment_intent.succeeded', {
    id: intentOf(body.clientSecret),
    object: 'payment_intent',
  });
  const bookings = () => db.selectFrom('bookings').select('id').where('user_id', '=', user.id).execute();
  return { event, bookings };
}

const anEvent = (type: string, object: object, id = `evt_${randomUUID().replaceAll('-', '')}`) => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1,
  type,
  data: { object },
});

function sign(payload: string, { secondsOff = 0, secret = paymentsSandbox(server).keys.webhookSecret } = {}) {
  const time = Math.floor(server.clock.now().getTime() / 1000) + secondsOff;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

async function deliver(payload: string, signature: string | null): Promise<number> {
  const response = await server.anyone.raw('POST', webhookPath, {
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  });
  await response.body?.cancel();
  return response.status;
}

const isStored = async (id: string) =>
  (await server.deps.db.selectFrom('webhook_events').select('id').where('id', '=', id).execute()).length ===
  1;

test('a signed event takes effect once, however often it is delivered, without a session or origin', async () => {
  const { event, bookings } = await aPaidIntent();
  const payload = JSON.stringify(event);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => deliver(payload, sign(payload))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await bookings()).toHaveLength(1);
  expect(await isStored(event.id)).toBe(true);

  const read = vi.spyOn(server.deps.payments, 'readPaymentIntent');
  expect(await deliver(payload, sign(payload))).toBe(200);
  expect(read).not.toHaveBeenCalled();
});

test.for<[string, (payload: string) => [string, string | null]]>([
  ['no signature', (payload) => [payload, null]],
  ['an empty signature', (payload) => [payload, '']],
  ['a signature of another secret', (payload) => [payload, sign(payload, { secret: 'whsec_another' })]],
  ['a time 301 s ago', (payload) => [payload, sign(payload, { secondsOff: -301 })]],
  ['a time an hour ahead', (payload) => [payload, sign(payload, { secondsOff: 3600 })]],
  ['a time 302 s ahead', (payload) => [payload, sign(payload, { secondsOff: 302 })]],
  ['a body written anew', (payload) => [JSON.stringify(JSON.parse(payload), null, 2), sign(payload)]],
  ['a changed body', (payload) => [payload.replace('succeeded', 'processed'), sign(payload)]],
  ['a signed text that is no JSON', () => ['nothing', sign('nothing')]],
])('%s is refused with 400 and has no effect', async ([, forge]) => {
  const { event, bookings } = await aPaidIntent();
  const [payload, signature] = forge(JSON.stringify(event));
  expect(await deliver(payload, signature)).toBe(400);
  expect(await bookings()).toEqual([]);
  expect(await isStored(event.id)).toBe(false);
});

test.for([
  'null',
  '7',
  '[]',
  '{}',
  JSON.stringify({ id: 'evt_1', type: 'invoice.paid' }),
  JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: null }),
  JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: [] } }),
  JSON.stringify(anEvent('invoice.paid', { object: 'invoice' })),
  JSON.stringify(anEvent('payment_intent.succeeded', { object: 'payment_intent', id: 7 })),
  JSON.stringify(anEvent('customer.subscription.updated', { object: 'subscription', id: '' })),
  JSON.stringify(anEvent('invoice.paid', { object: 'invoice', id: 'in_1' }, 'evt_\0')),
  JSON.stringify({ ...anEvent('invoice.paid', { object: 'invoice', id: 'in_1' }), type: { a: 1 } }),
])('signed JSON that is no event, such as %s, is refused with 400', async (payload) => {
  expect(await deliver(payload, sign(payload))).toBe(400);
});

test('the event of an invoice that is still to be made is accepted, although it has no id', async () => {
  const payload = JSON.stringify(anEvent('invoice.upcoming', { object: 'invoice' }));
  expect(await deliver(payload, sign(payload))).toBe(200);
});

test('odd references in an event are taken as none', async () => {
  for (const object of [
    { object: 'charge', id: 'ch_1', payment_intent: 7 },
    { object: 'refund', id: 're_1', payment_intent: { id: null } },
    { object: 'dispute', id: 'dp_1', payment_intent: [] },
    { object: 'invoice', id: 'in_1', parent: { subscription_details: 7 }, subscription: {} },
  ]) {
    const payload = JSON.stringify(anEvent('charge.refunded', object));
    expect(await deliver(payload, sign(payload)), object.object).toBe(200);
  }
});

test('a time 290 s off in either direction is accepted', async () => {
  for (const secondsOff of [-290, 290]) {
    const payload = JSON.stringify(anEvent('customer.created', { id: 'cus_1', object: 'customer' }));
    expect(await deliver(payload, sign(payload, { secondsOff }))).toBe(200);
  }
});

test('events of unknown kinds and objects are accepted and stored', async () => {
  for (const event of [
    anEvent('radar.early_fraud_warning.created', { id: 'issfr_1', object: 'radar.early_fraud_warning' }),
    anEvent('payment_intent.succeeded', { id: 'pi_ofanother', object: 'payment_intent' }),
    anEvent('customer.subscription.updated', { id: 'sub_ofanother', object: 'subscription' }),
    anEvent('invoice.paid', { id: 'in_withoutplan', object: 'invoice' }),
  ]) {
    const payload = JSON.stringify(event);
    expect(await deliver(payload, sign(payload))).toBe(200);
    expect(await isStored(event.id)).toBe(true);
  }
});

test('an event whose effect fails is answered 500, not stored, and takes effect when it comes again', async () => {
  const { event, bookings } = await aPaidIntent();
  const payload = JSON.stringify(event);
  paymentsSandbox(server).control({ failNext: { count: 3, status: 503 } });
  expect(await deliver(payload, sign(payload))).toBe(500);
  expect(await isStored(event.id)).toBe(false);
  expect(await bookings()).toEqual([]);
  expect(await deliver(payload, sign(payload))).toBe(200);
  expect(await bookings()).toHaveLength(1);
});

test('an event’s own content is not trusted: the truth is read', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db);
  const { body } = await (await server.as(user)).call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: visit },
  });
  const payload = JSON.stringify(
    anEvent('payment_intent.succeeded', {
      id: intentOf(body.clientSecret),
      object: 'payment_intent',
      status: 'succeeded',
      amount_received: 18_900,
    }),
  );
  expect(await deliver(payload, sign(payload))).toBe(200);
  expect(await db.selectFrom('bookings').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
});

test('an invoice names its plan in either form of the event', async () => {
  const { db, payments } = server.deps;
  const client = await server.as(await aUser(db));
  const read = vi.spyOn(payments, 'readSubscription');
  await client.call('createSubscription', { body: { tier: 'basic' }, idempotencyKey: randomUUID() });
  await settled(server);
  const { id } = (await payments.readSubscription(read.mock.calls[0]?.[0] ?? '')) ?? { id: '' };
  expect(id).toMatch(/^sub_/);
  for (const fields of [
    { parent: { subscription_details: { subscription: id } } },
    // From an endpoint with an API version before 2025-03-31.basil.
    { subscription: id },
    { subscription: { id, object: 'subscription' } },
  ]) {
    read.mockClear();
    const payload = JSON.stringify(anEvent('invoice.paid', { id: 'in_1', object: 'invoice', ...fields }));
    expect(await deliver(payload, sign(payload))).toBe(200);
    expect(read.mock.calls).toEqual([[id]]);
  }
});

test('a body that is too large is refused', async () => {
  const payload = ' '.repeat(webhookLimit + 1);
  expect(await deliver(payload, sign(payload))).toBe(413);
});
