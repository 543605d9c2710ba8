import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aUser } from '../../../testing/builders/builders.ts';
import {
  authenticate,
  cards,
  paymentsSandbox,
  payWithCard,
  settled,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

/** A signed-in person who can add cards and buy a plan. */
async function aPerson() {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const add = async (number: string = cards.succeeds) => {
    const { body } = await client.call('createSetupIntent');
    const answer = await payWithCard(server, body.client_secret, number);
    return answer.card ?? '';
  };
  const subscribe = async () => {
    const { body } = await client.call('createSubscription', {
      body: { tier: 'basic' },
      idempotencyKey: randomUUID(),
    });
    await payWithCard(server, body.clientSecret);
    await settled(server);
  };
  const list = async () => (await client.call('listPaymentMethods')).body;
  const remove = (id: string) => client.call('removePaymentMethod', { params: { id } });
  const makeDefault = (id: string) => client.call('makePaymentMethodDefault', { params: { id } });
  const planCard = async () => {
    const { provider_id: id } = await server.deps.db
      .selectFrom('subscriptions')
      .select('provider_id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const { customer_id: customerId } = await server.deps.db
      .selectFrom('users')
      .select('customer_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    return (await server.deps.payments.readCards({ customerId: customerId ?? '', subscriptionId: id }))
      .defaultId;
  };
  return { user, client, add, subscribe, list, remove, makeDefault, planCard };
}

const mastercard = '5555555555554444';

test('a person who never paid has no cards, and the provider is not asked', async () => {
  const { list } = await aPerson();
  const reads = vi.spyOn(server.deps.payments, 'readCards');
  expect(await list()).toEqual([]);
  expect(reads).not.toHaveBeenCalled();
});

test('the first card added is the default, and the next one is not', async () => {
  const { add, list } = await aPerson();
  const first = await add();
  expect(await list()).toEqual([
    { id: first, is_default: true, card: { last4: '4242', brand: 'visa', exp_month: 12, exp_year: 2040 } },
  ]);
  const second = await add(mastercard);
  expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
    [first, true],
    [second, false],
  ]);
});

test('a card that asks for authentication is saved after it, a declined one never', async () => {
  const { client, list } = await aPerson();
  const { body } = await client.call('createSetupIntent');
  expect(await payWithCard(server, body.client_secret, cards.declined)).toMatchObject({
    status: 402,
    error: 'Your card was declined.',
  });
  expect(await payWithCard(server, body.client_secret, cards.asksForAuthentication)).toMatchObject({
    intent: 'requires_action',
  });
  expect(await list()).toEqual([]);
  await authenticate(server, body.client_secret, 'complete');
  expect(await list()).toMatchObject([{ card: { last4: '3155' }, is_default: true }]);
});

test('reading the cards of a plan with another payment source changes nothing; choosing one does', async () => {
  const { subscribe, list, makeDefault } = await aPerson();
  await subscribe();
  const { payments } = server.deps;
  const readCards = payments.readCards.bind(payments);
  vi.spyOn(payments, 'readCards').mockImplementation(async (holder) => ({
    ...(await readCards(holder)),
    defaultId: null,
    paysOtherwise: true,
  }));
  const set = vi.spyOn(payments, 'setDefaultCard');
  const [card] = await list();
  expect(card).toMatchObject({ is_default: false });
  expect(set).not.toHaveBeenCalled();
  expect((await makeDefault(card?.id ?? '')).status).toBe(200);
  expect(set).toHaveBeenCalledTimes(1);
});

test('another card can be made the default, repeatedly, and back again', async () => {
  const { add, list, makeDefault } = await aPerson();
  const [first, second] = [await add(), await add(mastercard)];
  for (const wanted of [second, second, first]) {
    expect(await makeDefault(wanted)).toMatchObject({ status: 200, body: { done: true } });
    expect((await list()).filter((card) => card.is_default)).toMatchObject([{ id: wanted }]);
  }
});

test('the card that pays the first month is the default, and a new default pays the plan from then on', async () => {
  const { add, subscribe, list, makeDefault, planCard } = await aPerson();
  await subscribe();
  const [paidWith] = await list();
  expect(paidWith).toMatchObject({ is_default: true, card: { last4: '4242' } });
  const other = await add(mastercard);
  await makeDefault(other);
  expect(await planCard()).toBe(other);
});

test('a removed card is gone; if it was the default, another replaces it, for the plan too', async () => {
  const { add, subscribe, list, remove, planCard } = await aPerson();
  await subscribe();
  const [first] = await list();
  const other = await add(mastercard);
  expect(await remove(first?.id ?? '')).toMatchObject({ status: 200, body: { done: true } });
  expect(await list()).toMatchObject([{ id: other, is_default: true }]);
  expect(await planCard()).toBe(other);
  expect(await remove(first?.id ?? '')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('an expired card never becomes the default', async () => {
  const { add, subscribe, list, remove, planCard } = await aPerson();
  await subscribe();
  const [paying] = await list();
  const other = await add(mastercard);
  const readCards = server.deps.payments.readCards.bind(server.deps.payments);
  vi.spyOn(server.deps.payments, 'readCards').mockImplementation(async (holder) => {
    const found = await readCards(holder);
    return {
      ...found,
      cards: found.cards.map((card) => (card.id === other ? { ...card, expYear: 2020, expMonth: 1 } : card)),
    };
  });
  expect(await remove(paying?.id ?? '')).toMatchObject({ status: 409, body: { code: 'last_card' } });
  expect(await planCard()).toBe(paying?.id);
  expect(await remove(other)).toMatchObject({ status: 200 });
});

test('the last card of a running plan stays; without a plan it can be removed', async () => {
  const member = await aPerson();
  await member.subscribe();
  const [only] = await member.list();
  expect(await member.remove(only?.id ?? '')).toMatchObject({
    status: 409,
    body: {
      code: 'last_card',
      message: 'This card pays for your plan. Please add another card before you remove it.',
    },
  });
  expect(await member.list()).toHaveLength(1);

  const other = await aPerson();
  expect(await other.remove(await other.add())).toMatchObject({ status: 200 });
  expect(await other.list()).toEqual([]);
});

test('one of two cards removed at once stays with a plan', async () => {
  const { add, subscribe, list, remove } = await aPerson();
  await subscribe();
  await add(mastercard);
  const answers = await Promise.all((await list()).map(({ id }) => remove(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await list()).toMatchObject([{ is_default: true }]);
  expect(await list()).toHaveLength(1);
});

test('a change lost with its process makes way for the next', async () => {
  const { user, add, makeDefault } = await aPerson();
  const card = await add();
  const lost = { user_id: user.id, id: randomUUID(), until: '2020-01-01T00:00:00.000Z' };
  await server.deps.db.insertInto('card_changes').values(lost).execute();
  expect((await makeDefault(card)).status).toBe(200);
  await server.deps.db
    .insertInto('card_changes')
    .values({ ...lost, until: '2099-01-01T00:00:00.000Z' })
    .execute();
  expect(await makeDefault(card)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('another person’s card is not found: neither removed nor charged', async () => {
  const owner = await aPerson();
  const card = await owner.add();
  const strangers = [await aPerson(), await aPerson()];
  await strangers[1]?.add(mastercard);
  for (const stranger of strangers) {
    for (const answer of [await stranger.remove(card), await stranger.makeDefault(card)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await stranger.list()).map(({ id }) => id)).not.toContain(card);
  }
  expect(await owner.list()).toMatchObject([{ id: card, is_default: true }]);
});

test('a visitor has no cards and cannot change any', async () => {
  const params = { id: 'pm_1' };
  for (const answer of [
    await server.anyone.call('listPaymentMethods'),
    await server.anyone.call('createSetupIntent'),
    await server.anyone.call('removePaymentMethod', { params }),
    await server.anyone.call('makePaymentMethodDefault', { params }),
  ])
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

test('an absent provider changes nothing and the answer says so; the call may be repeated', async () => {
  const { client, add, list, remove, makeDefault } = await aPerson();
  const card = await add();
  await list();
  paymentsSandbox(server).control({ failNext: { count: 100, status: 500 } });
  const answers = await Promise.all([
    client.call('listPaymentMethods'),
    client.call('createSetupIntent'),
    remove(card),
  ]);
  for (const answer of [...answers, await makeDefault(card)])
    expect(answer).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  paymentsSandbox(server).control({ reset: true });
  expect(await list()).toMatchObject([{ id: card }]);
  expect((await remove(card)).status).toBe(200);
});
