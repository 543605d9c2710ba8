import { afterAll, beforeAll, expect, test } from 'vitest';
import { cards, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.sandbox.start();
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const aCustomer = async () => (await world.stripe.customers.create({ email: 'ann@example.com' })).id;
async function aSetup(customer?: string) {
  const customerId = customer ?? (await aCustomer());
  const { id, client_secret } = await world.stripe.setupIntents.create({
    customer: customerId,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  return { customerId, clientSecret: client_secret ?? '', id };
}
async function aKeptCard(customer: string, number = cards.succeeds): Promise<string> {
  const { clientSecret } = await aSetup(customer);
  const { body } = await world.pay(clientSecret, number);
  return String(body.payment_method);
}
const readEvents = async () => {
  await world.sandbox.webhooksSettled();
  return world.received.map(({ event }) => `${event.type} ${event.data.object.id}`);
};

test('an added card belongs to its customer, and the provider sends the event', async () => {
  const { customerId, clientSecret, id } = await aSetup();
  expect(await world.stripe.setupIntents.retrieve(id)).toMatchObject({
    object: 'setup_intent',
    status: 'requires_payment_method',
    usage: 'off_session',
    customer: customerId,
  });
  const { status, body } = await world.pay(clientSecret, cards.succeeds);
  expect([status, body]).toMatchObject([200, { status: 'succeeded', object: 'setup_intent' }]);
  const { data } = await world.stripe.customers.listPaymentMethods(customerId, { type: 'card' });
  expect(data).toMatchObject([{ id: body.payment_method, customer: customerId, card: { last4: '4242' } }]);
  expect(await readEvents()).toEqual(
    expect.arrayContaining([
      `setup_intent.created ${id}`,
      `setup_intent.succeeded ${id}`,
      `payment_method.attached ${data[0]?.id}`,
    ]),
  );
});

test('a card that its bank refuses is not saved, and another may follow', async () => {
  const { customerId, clientSecret, id } = await aSetup();
  const refused = await world.pay(clientSecret, cards.declined);
  expect(refused).toMatchObject({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
        setup_intent: { id, status: 'requires_payment_method' },
      },
    },
  });
  expect((await world.stripe.customers.listPaymentMethods(customerId)).data).toEqual([]);
  expect(await readEvents()).toContain(`setup_intent.setup_failed ${id}`);
  expect((await world.pay(clientSecret, cards.attachesThenFails)).body.status).toBe('succeeded');
  expect((await world.stripe.customers.listPaymentMethods(customerId)).data).toHaveLength(1);
});

test('a bank that asks saves the card only after a yes, and does not ask again about a saved one', async () => {
  const { customerId, clientSecret, id } = await aSetup();
  const answer = await world.pay(clientSecret, cards.asksForAuthentication);
  expect(answer.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  expect((await world.authenticate(clientSecret, 'fail')).body.status).toBe('requires_payment_method');
  expect(await world.stripe.setupIntents.retrieve(id)).toMatchObject({
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  });
  expect((await world.stripe.customers.listPaymentMethods(customerId)).data).toEqual([]);

  await world.pay(clientSecret, cards.asksForAuthentication);
  expect((await world.authenticate(clientSecret, 'complete')).body.status).toBe('succeeded');
  const [kept] = (await world.stripe.customers.listPaymentMethods(customerId)).data;
  const paid = await world.stripe.paymentIntents.create({
    amount: 100,
    currency: 'aud',
    customer: customerId,
    payment_method: kept?.id ?? '',
    confirm: true,
  });
  expect(paid.status).toBe('succeeded');
});

test('an ended intent accepts no card', async () => {
  const { clientSecret, id } = await aSetup();
  await world.stripe.setupIntents.cancel(id);
  expect(await world.pay(clientSecret, cards.succeeds)).toMatchObject({
    status: 400,
    body: { error: { code: 'setup_intent_unexpected_state', setup_intent: { id, status: 'canceled' } } },
  });
  await expect(world.stripe.setupIntents.cancel(id)).rejects.toThrow('status of canceled');
});

test('a browser sees what its secret opens, and no field of the server', async () => {
  const { clientSecret, id } = await aSetup();
  const { body } = await world.browserCall('GET', `setup_intents/${id}`, { client_secret: clientSecret });
  expect(body).toMatchObject({ id, status: 'requires_payment_method' });
  for (const hidden of ['customer', 'metadata', 'latest_attempt']) expect(body).not.toHaveProperty(hidden);
  const wrong = await world.browserCall('GET', `setup_intents/${id}`, { client_secret: `${id}_secret_x` });
  expect(wrong.body.error?.code).toBe('setup_intent_invalid_parameter');
});

test('a removed card is no longer a default and cannot return', async () => {
  const customerId = await aCustomer();
  const [card, other] = [await aKeptCard(customerId), await aKeptCard(customerId, '5555555555554444')];
  await world.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } });
  const detached = await world.stripe.paymentMethods.detach(card);
  expect(detached.customer).toBeNull();
  const customer = await world.stripe.customers.retrieve(customerId);
  expect(customer).toMatchObject({ invoice_settings: { default_payment_method: null } });
  expect((await world.stripe.customers.listPaymentMethods(customerId)).data).toMatchObject([{ id: other }]);
  await expect(world.stripe.paymentMethods.detach(card)).rejects.toThrow('detachment is impossible');
  await expect(
    world.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } }),
  ).rejects.toThrow('No such');
  expect(await readEvents()).toEqual(
    expect.arrayContaining([`customer.updated ${customerId}`, `payment_method.detached ${card}`]),
  );
});
