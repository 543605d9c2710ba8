import { beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../../jobs/reconcile.ts';
import { seedCatalogue } from '../../../../seed/catalogue.ts';
import { aService } from '../../../../testing/builders/builders.ts';
import { aDashboardServer } from '../../../../testing/builders/dashboard-server.ts';
import { aPayingMember, muchLater } from '../../../../testing/builders/plans.ts';
import { aRequest } from '../../../../testing/builders/requests.ts';
import { intentOf, payWithCard, settled, visit } from '../../../../testing/outside/cards.ts';
import type { Dashboard } from '../../../../testing/outside/dashboard.ts';
import { readProvider } from '../../../../testing/outside/traces.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';
import { recognise } from '../../sign-in/sign-in.service.ts';

/** What the owner does to customers and their cards; each test is a row of docs/owners-deeds.md. */
let server: TestServer;
let dashboard: Dashboard;
aDashboardServer((at) => {
  ({ server, dashboard } = at);
});
// The services fill a database without any, so they come before those of the tests.
beforeAll(() => seedCatalogue(server.deps.db));

const customerOf = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).customer_id ?? '';
const atProvider = async (path: string) => JSON.parse((await readProvider(server, path)).body);
const mastercard = '5555555555554444';

/** A member with two cards: the one that pays the plan, and a newer one. */
async function aMemberWithTwoCards() {
  const member = await aPayingMember(server, 'basic');
  const { body } = await member.client.call('createSetupIntent');
  const { card = '' } = await payWithCard(server, body.client_secret, mastercard);
  await settled(server);
  const cards = async () =>
    (await member.client.call('listPaymentMethods')).body.map(({ card, is_default }) => [
      card.brand,
      is_default,
    ]);
  return { ...member, cards, newer: card };
}

test('a customer is deleted', async () => {
  const { user, client, plan, grants, letters } = await aPayingMember(server, 'basic');
  const first = await customerOf(user.id);
  await dashboard.act('DELETE', `customers/${first}`);
  expect(await client.call('listPaymentMethods')).toMatchObject({ status: 200, body: [] });
  expect(await plan()).toMatchObject({ tier: 'none' });
  expect(await grants()).toHaveLength(1);
  expect((await letters()).map(({ occasion }) => occasion.split(':')[0])).toEqual(['plan-ended']);
  const service = await aService(server.deps.db);
  const calls = [
    client.call('createPaymentIntent', { body: { serviceId: service.id, bookingData: visit } }),
    client.call('createSetupIntent'),
    client.call('createSubscription', { body: { tier: 'standard' } }),
  ];
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const second = await customerOf(user.id);
  expect(second).not.toBe(first);
  const begun = answers[2]?.body as { clientSecret: string };
  expect((await payWithCard(server, begun.clientSecret)).status).toBe(200);
  await settled(server);
  expect(await plan()).toMatchObject({ tier: 'standard' });
  expect(await customerOf(user.id)).toBe(second);
});

test('a customer is renamed, or given another e-mail address', async () => {
  const { user, me } = await aPayingMember(server, 'basic');
  const before = await me();
  const path = `customers/${await customerOf(user.id)}`;
  await dashboard.act('POST', path, { name: 'Somebody Else', email: 'else@example.com' });
  expect(await me()).toEqual(before);
  const claims = {
    issuer: user.issuer,
    subject: user.subject,
    email: 'new@example.com',
    emailVerified: true,
    firstName: 'Nova',
    lastName: 'Neu',
    pictureUrl: null,
  };
  await recognise(server.deps, claims);
  await recognise(server.deps, claims);
  const round = () => reconcile(server.deps, new AbortController().signal);
  await Promise.all([round(), round()]);
  expect(await atProvider(path)).toMatchObject({ email: 'new@example.com', name: 'Nova Neu' });
  expect(await server.deps.db.selectFrom('stale_customers').selectAll().execute()).toEqual([]);
});

test('a card is added', async () => {
  const { cards } = await aMemberWithTwoCards();
  expect(await cards()).toEqual([
    ['visa', true],
    ['mastercard', false],
  ]);
});

test('a card is removed that pays no plan', async () => {
  const { cards, newer, grants } = await aMemberWithTwoCards();
  await dashboard.act('POST', `payment_methods/${newer}/detach`);
  expect(await cards()).toEqual([['visa', true]]);
  await muchLater(server, { days: 32 });
  expect(await grants()).toHaveLength(2);
});

test('the card is removed that pays the plan', async () => {
  const { user, client, plan, grants } = await aPayingMember(server, 'basic');
  const { data } = await atProvider(`customers/${await customerOf(user.id)}/payment_methods`);
  await dashboard.act('POST', `payment_methods/${data[0].id}/detach`);
  expect((await client.call('listPaymentMethods')).body).toEqual([]);
  await muchLater(server, { days: 32 });
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'past_due' });
  expect(await client.call('paySubscription')).toMatchObject({ body: { code: 'payment_incomplete' } });
  const { body } = await client.call('createSetupIntent');
  await payWithCard(server, body.client_secret);
  await client.call('listPaymentMethods');
  expect((await client.call('paySubscription')).status).toBe(200);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active', owed: null });
  expect(await grants()).toHaveLength(2);
});

test('another card is made the default of the plan', async () => {
  const { user, cards, newer } = await aMemberWithTwoCards();
  const { provider_id } = await server.deps.db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  await dashboard.act('POST', `subscriptions/${provider_id}`, { default_payment_method: newer });
  expect(await cards()).toEqual([
    ['mastercard', true],
    ['visa', false],
  ]);
});

test('another card is made the default of the customer', async () => {
  const { user, cards, newer } = await aMemberWithTwoCards();
  await dashboard.act('POST', `customers/${await customerOf(user.id)}`, {
    'invoice_settings[default_payment_method]': newer,
  });
  expect(await cards()).toEqual([
    ['visa', true],
    ['mastercard', false],
  ]);
});

test('a customer is deleted while a quote’s payment is open', async () => {
  const { user, client, accept, quoted, read, payments } = await aRequest(server);
  const quoteId = await quoted();
  const first = (await accept(quoteId)).body.clientSecret ?? '';
  const customer = await customerOf(user.id);
  await dashboard.act('DELETE', `customers/${customer}`);
  await settled(server);
  const left = await client.call('cancelPaymentIntent', { body: { paymentIntentId: intentOf(first) } });
  expect([left.status, left.body]).toEqual([200, { booking: null }]);
  const second = (await accept(quoteId)).body.clientSecret ?? '';
  expect(intentOf(second)).not.toBe(intentOf(first));
  expect((await payWithCard(server, second)).status).toBe(200);
  await settled(server);
  expect((await payments()).map(({ status }) => status).sort()).toEqual(['booked', 'canceled']);
  expect((await read()).payment).toMatchObject({ status: 'paid' });
  expect(await customerOf(user.id)).not.toBe(customer);
});
