import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcile } from '../../jobs/reconcile.ts';
import { anAdmin, aService } from '../../testing/builders/builders.ts';
import { aPaidBooking } from '../../testing/builders/paid-booking.ts';
import { aPayingMember, muchLater } from '../../testing/builders/plans.ts';
import { paymentsSandbox, payWithCard, settled, visit } from '../../testing/outside/cards.ts';
import { mend } from '../../testing/outside/mended.ts';
import { readProvider } from '../../testing/outside/traces.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { recognise } from '../sign-in/sign-in.service.ts';
import { syncSubscription } from '../subscription/sync.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(async () => {
  vi.restoreAllMocks();
  await mend(server);
});
afterAll(() => server.close());

const customerOf = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).customer_id ?? '';

describe('a customer deleted in the dashboard', () => {
  test('can pay again, add a card and begin a plan, and has no cards', async () => {
    const { user, client } = await aPayingMember(server, 'basic');
    const first = await customerOf(user.id);
    await server.deps.payments.deleteCustomer(first);
    await settled(server);
    expect(await client.call('listPaymentMethods')).toMatchObject({ status: 200, body: [] });
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
    const plan = answers[2]?.body as { clientSecret: string };
    expect((await payWithCard(server, plan.clientSecret)).status).toBe(200);
    await settled(server);
    expect((await client.call('readUser')).body.subscriptionTier).toBe('standard');
    expect(await customerOf(user.id)).toBe(second);
  });
});

describe('a plan moved to a price that we do not know', () => {
  /** The provider's answers with the price swapped in its dashboard. */
  function swapPrice(change: { cancelAtPeriodEnd?: boolean } = {}): void {
    const { payments } = server.deps;
    const [readSubscription, listInvoices] = [payments.readSubscription, payments.listInvoices];
    vi.spyOn(payments, 'readSubscription').mockImplementation(async (id) => {
      const truth = await readSubscription(id);
      return truth && { ...truth, tier: null, ...change };
    });
    vi.spyOn(payments, 'listInvoices').mockImplementation(async (id) => {
      const [newest, ...others] = await listInvoices(id);
      return newest && others.length ? [{ ...newest, tier: null }, ...others] : newest ? [newest] : [];
    });
  }

  test('keeps the plan, and each paid month grants its hours', async () => {
    const { grants, me } = await aPayingMember(server, 'basic');
    swapPrice();
    await muchLater(server, { days: 32 });
    expect(await grants()).toEqual([
      { kind: 'period', tier: 'basic', minutes: 300 },
      { kind: 'period', tier: 'basic', minutes: 300 },
    ]);
    expect((await me()).subscriptionTier).toBe('basic');
  });

  test('is ended with its period when that is chosen there', async () => {
    const { user, plan } = await aPayingMember(server, 'basic');
    swapPrice({ cancelAtPeriodEnd: true });
    const { provider_id } = await server.deps.db
      .selectFrom('subscriptions')
      .select('provider_id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    await syncSubscription(server.deps, provider_id ?? '');
    expect(await plan()).toMatchObject({ tier: 'basic', nextTier: null });
  });
});

test('a credit that covers the first month starts the plan without a payment', async () => {
  const { user, client } = await aPayingMember(server, 'basic');
  await server.deps.payments.deleteCustomer(await customerOf(user.id));
  await settled(server);
  const { payments } = server.deps;
  const create = payments.createSubscription;
  vi.spyOn(payments, 'createSubscription').mockImplementation(async (input) => {
    const begun = await create(input);
    // The provider pays the invoice at once, and there is nothing to confirm.
    paymentsSandbox(server).control({ loseWebhooks: 1000 });
    await payWithCard(server, begun.clientSecret);
    return { ...begun, status: 'active', clientSecret: null };
  });
  const begun = await client.call('createSubscription', {
    body: { tier: 'deluxe' },
    idempotencyKey: randomUUID(),
  });
  expect(begun).toMatchObject({ status: 200, body: { clientSecret: null } });
  expect((await client.call('readUser')).body.subscriptionTier).toBe('deluxe');
});

test.each(['inquiry', 'unknown'] as const)(
  'a dispute in the state %s freezes nothing, and the team sees it',
  async (state) => {
    const { user, client, intent, params, read } = await aPaidBooking(server);
    const { payments } = server.deps;
    const readDisputes = payments.readDisputes;
    vi.spyOn(payments, 'readDisputes').mockImplementation(async (id) =>
      (await readDisputes(id)).map((dispute) => (dispute.state === 'open' ? { ...dispute, state } : dispute)),
    );
    paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
    await settled(server);
    expect((await read()).disputed).toBeUndefined();
    const admin = await server.as(await anAdmin(server.deps.db));
    const listed = (await admin.call('listDisputes')).body.filter(({ customer }) => customer.id === user.id);
    expect(listed).toMatchObject([{ state }]);
    const news = await server.deps.db
      .selectFrom('notices')
      .select('content')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'billing')
      .execute();
    expect(news).toEqual([]);
    const later = new Date(Date.parse(visit.scheduledDate) + 86_400_000).toISOString();
    expect((await client.call('rescheduleBooking', { params, body: { scheduledDate: later } })).status).toBe(
      200,
    );
  },
);

test('a new name and address reach the provider with the next round', async () => {
  const { user } = await aPayingMember(server, 'basic');
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
  await Promise.all([1, 2].map(() => reconcile(server.deps, new AbortController().signal)));
  const { body } = await readProvider(server, `customers/${await customerOf(user.id)}`);
  expect(JSON.parse(body)).toMatchObject({ email: 'new@example.com', name: 'Nova Neu' });
  expect(await server.deps.db.selectFrom('stale_customers').selectAll().execute()).toEqual([]);
});
