import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor('file', (opened) => {
  world = opened;
});

let attempts = 0;
async function newPayment() {
  const attempt = `attempt-${++attempts}`;
  const customerId = await world.payments.createCustomer({
    userId: 'u1',
    email: 'ann@example.com',
    name: 'Ann',
    attempt,
  });
  const intent = await world.payments.createPaymentIntent({
    customerId,
    amountCents: 18_900,
    currency: 'aud',
    description: 'House cleaning',
    metadata: { userId: 'u1', serviceId: 's1' },
    attempt,
  });
  return { customerId, intent, attempt };
}

test('a card that succeeds pays the intent', async () => {
  const { customerId, intent } = await newPayment();
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    amountCents: 18_900,
    currency: 'aud',
    customerId,
  });
  const answer = await world.pay(intent.clientSecret, '4242 4242 4242 4242');
  expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', next_action: null } });
  expect(await world.payments.readPaymentIntent(intent.id)).toMatchObject({
    status: 'succeeded',
    metadata: { userId: 'u1', serviceId: 's1' },
  });
  const expanded = await world.stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge', 'payment_method', 'customer'],
  });
  expect(expanded).toMatchObject({
    amount_received: 18_900,
    customer: { id: customerId, email: 'ann@example.com' },
    latest_charge: {
      object: 'charge',
      paid: true,
      payment_method_details: { card: { last4: '4242', brand: 'visa' } },
    },
    payment_method: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 }, customer: null },
  });
});

test('a declined card leaves the intent open for another card', async () => {
  const { intent } = await newPayment();
  for (const number of [cards.declined, cards.attachesThenFails]) {
    const answer = await world.pay(intent.clientSecret, number);
    expect(answer).toMatchObject({
      status: 402,
      body: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
          payment_intent: { id: intent.id, status: 'requires_payment_method' },
        },
      },
    });
  }
  const after = await world.stripe.paymentIntents.retrieve(intent.id);
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    amount_received: 0,
    payment_method: null,
    last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
  });
  expect(await world.pay(intent.clientSecret, cards.succeeds)).toMatchObject({
    body: { status: 'succeeded' },
  });
});

test('a card that asks for authentication is charged only after it', async () => {
  const { intent } = await newPayment();
  const answer = await world.pay(intent.clientSecret, cards.asksForAuthentication);
  expect(answer.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  expect(await world.payments.readPaymentIntent(intent.id)).toMatchObject({ status: 'requires_action' });
  const done = await world.authenticate(intent.clientSecret, 'complete');
  expect(done.body).toMatchObject({ status: 'succeeded', next_action: null });
  expect(await world.payments.readPaymentIntent(intent.id)).toMatchObject({ status: 'succeeded' });
});

test('failed authentication charges nothing and says so', async () => {
  const { intent } = await newPayment();
  await world.pay(intent.clientSecret, cards.asksForAuthentication);
  const failed = await world.authenticate(intent.clientSecret, 'fail');
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  const after = await world.stripe.paymentIntents.retrieve(intent.id);
  expect(after).toMatchObject({ amount_received: 0, latest_charge: null });
});

test('a paid intent can be neither confirmed nor cancelled again', async () => {
  const { intent } = await newPayment();
  await world.pay(intent.clientSecret, cards.succeeds);
  const again = await world.pay(intent.clientSecret, cards.succeeds);
  expect(again).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } } },
  });
  await expect(world.payments.cancelPaymentIntent(intent.id, 'c1')).rejects.toMatchObject({
    name: 'Error',
    code: 'payment_intent_unexpected_state',
  });
});

test('a card sent twice at once is charged once', async () => {
  const { intent } = await newPayment();
  const answers = await Promise.all([1, 2].map(() => world.pay(intent.clientSecret, cards.succeeds)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { data } = await world.stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 });
  const ours = data.filter((event) => 'id' in event.data.object && event.data.object.id === intent.id);
  expect(ours).toHaveLength(1);
});

test('a cancelled intent accepts no card', async () => {
  const { intent } = await newPayment();
  expect(await world.payments.cancelPaymentIntent(intent.id, 'c2')).toMatchObject({ status: 'canceled' });
  expect(await world.pay(intent.clientSecret, cards.succeeds)).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state' } },
  });
});

test('impossible card details are refused with the reason', async () => {
  const { intent } = await newPayment();
  const codeOf = async (number: string, more: Record<string, string> = {}) =>
    (await world.pay(intent.clientSecret, number, more)).body.error?.code;
  expect(await codeOf('4242424242424241')).toBe('incorrect_number');
  expect(await codeOf(cards.succeeds, { 'payment_method_data[card][exp_year]': '20' })).toBe(
    'invalid_expiry_year',
  );
  expect(await codeOf(cards.succeeds, { 'payment_method_data[card][exp_month]': '13' })).toBe(
    'invalid_expiry_month',
  );
  expect(await codeOf(cards.succeeds, { 'payment_method_data[card][cvc]': '12' })).toBe('invalid_cvc');
});

test('a number that is no test card is declined and not stored', async () => {
  const { intent } = await newPayment();
  const answer = await world.pay(intent.clientSecret, '4111111111111111');
  expect(answer.body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
  expect(await world.payments.readPaymentIntent(intent.id)).toMatchObject({
    status: 'requires_payment_method',
  });
});

test('a browser sees an intent only with its client secret, and never the server’s fields', async () => {
  const { intent } = await newPayment();
  const other = await newPayment();
  const path = `payment_intents/${intent.id}`;
  const seen = await world.browserCall('GET', path, { client_secret: intent.clientSecret });
  expect(seen.body).toMatchObject({ id: intent.id, amount: 18_900 });
  expect(seen.body).not.toHaveProperty('metadata');
  expect(seen.body).not.toHaveProperty('customer');
  expect((await world.browserCall('GET', path, {})).status).toBe(400);
  expect((await world.browserCall('GET', path, { client_secret: other.intent.clientSecret })).status).toBe(
    400,
  );
  const foreignConfirm = await world.browserCall('POST', `${path}/confirm`, {
    client_secret: other.intent.clientSecret,
  });
  expect(foreignConfirm.status).toBe(400);
  expect((await world.browserCall('GET', 'customers/x', {})).status).toBe(404);
  const { secretKey } = world.sandbox.keys;
  expect(
    (await world.browserCall('GET', path, { client_secret: intent.clientSecret }, secretKey)).status,
  ).toBe(401);
});

test('parameters are checked in the provider’s words', async () => {
  const { stripe } = world;
  await expect(stripe.paymentIntents.create({ amount: 10, currency: 'aud' })).rejects.toMatchObject({
    code: 'amount_too_small',
    param: 'amount',
  });
  const unknown = { amount: 1000, currency: 'aud', payment_method_types: ['card'] };
  await expect(stripe.paymentIntents.create(unknown)).rejects.toMatchObject({
    message: 'Received unknown parameter: payment_method_types',
    code: 'parameter_unknown',
  });
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 400,
  });
  await expect(
    stripe.paymentIntents.create({ amount: 1000, currency: 'aud', customer: 'cus_none' }),
  ).rejects.toMatchObject({ message: "No such customer: 'cus_none'", param: 'customer' });
  await expect(
    stripe.paymentIntents.create({ amount: 1000, currency: 'aud', expand: ['nothing'] }),
  ).rejects.toMatchObject({ message: 'This property cannot be expanded (nothing).' });
});

test('an unknown object is null', async () => {
  expect(await world.payments.readPaymentIntent('pi_none')).toBeNull();
  expect(await world.payments.readSubscription('sub_none')).toBeNull();
  expect(await world.payments.readInvoice('in_none')).toBeNull();
});

test('a payment is refunded once, however often it is asked for', async () => {
  const { intent, attempt } = await newPayment();
  await expect(world.payments.refund({ paymentIntentId: intent.id, attempt })).rejects.toThrow(
    'does not have a successful charge',
  );
  await world.pay(intent.clientSecret, cards.succeeds);
  await world.payments.refund({ paymentIntentId: intent.id, attempt: `${attempt}-a` });
  await world.payments.refund({ paymentIntentId: intent.id, attempt: `${attempt}-a` });
  await world.payments.refund({ paymentIntentId: intent.id, attempt: `${attempt}-b` });
  const { data } = await world.stripe.refunds.list({ payment_intent: intent.id });
  expect(data.map((refund) => refund.amount)).toEqual([18_900]);
  const { latest_charge } = await world.stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge'],
  });
  expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 18_900 });
});

test('lists are cut into pages, newest first', async () => {
  const { customerId } = await newPayment();
  for (const amount of [1000, 2000, 3000]) {
    await world.stripe.paymentIntents.create({ amount, currency: 'aud', customer: customerId });
  }
  const first = await world.stripe.paymentIntents.list({ customer: customerId, limit: 3 });
  expect(first.data.map((intent) => intent.amount)).toEqual([3000, 2000, 1000]);
  expect(first.has_more).toBe(true);
  const all = await world.stripe.paymentIntents
    .list({ customer: customerId, limit: 2 })
    .autoPagingToArray({ limit: 50 });
  expect(all.map((intent) => intent.amount)).toEqual([3000, 2000, 1000, 18_900]);
});
