import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PlanTier, plans } from '../../../contract/rules/plans.ts';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { cards, paymentsSandbox, payWithCard, settled, timesTold } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';
import { syncSubscription } from './sync.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

/** A signed-in person without a plan. */
async function aNewcomer() {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const subscribe = (
    tier: PlanTier = 'standard',
    given: object = {},
    idempotencyKey: string = randomUUID(),
  ) => client.call('createSubscription', { body: { tier, ...given }, idempotencyKey });
  const rows = () =>
    db.selectFrom('subscriptions').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute();
  const grants = () => db.selectFrom('hour_grants').selectAll().where('user_id', '=', user.id).execute();
  const me = async () => (await client.call('readUser')).body;
  return { user, client, subscribe, rows, grants, me };
}

test('a credit pays for a plan only after its person has agreed', async () => {
  const { user, subscribe, rows } = await aNewcomer();
  const readCredit = vi
    .spyOn(server.deps.payments, 'readCredit')
    .mockResolvedValue(plans.standard.priceCents);
  const create = vi.spyOn(server.deps.payments, 'createSubscription');
  // Without a customer at the card provider there is no credit, and nobody is asked.
  expect((await subscribe('premium')).status).toBe(200);
  expect(readCredit).not.toHaveBeenCalled();
  const customerId = await ensureCustomer(server.deps, user.id);
  create.mockClear();

  const key = randomUUID();
  const refused = await subscribe('standard', {}, key);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'credit_pays',
    message: 'Your credit of $1,400.99 pays the first month. Please agree to start the plan.',
  });
  expect(readCredit).toHaveBeenCalledWith(customerId);
  expect(create).not.toHaveBeenCalled();
  expect(await rows()).toMatchObject([{ tier: 'premium', status: 'incomplete' }]);

  const agreed = await subscribe('standard', { byCredit: true }, key);
  expect(agreed.status).toBe(200);
  expect(create).toHaveBeenCalledOnce();
  // The plan that was begun is continued without another question.
  expect((await subscribe('standard')).body).toEqual(agreed.body);
  // A credit that leaves a sum to charge is no reason to ask: the card is.
  readCredit.mockResolvedValue(plans.basic.priceCents - 50);
  expect((await subscribe('basic')).status).toBe(200);
  readCredit.mockResolvedValue(plans.deluxe.priceCents - 49);
  expect((await subscribe('deluxe')).body.code).toBe('credit_pays');
});

test('a credit that pays a part is taken off the sum that is shown, also when the page is opened again', async () => {
  const { subscribe } = await aNewcomer();
  const { payments } = server.deps;
  const [create, read] = [
    payments.createSubscription.bind(payments),
    payments.readPlanPayable.bind(payments),
  ];
  const credited = <T extends { dueCents: number }>(plan: T) => ({
    ...plan,
    dueCents: plan.dueCents - 40_000,
  });
  vi.spyOn(payments, 'createSubscription').mockImplementation(async (plan) => credited(await create(plan)));
  vi.spyOn(payments, 'readPlanPayable').mockImplementation(async (id) => credited(await read(id)));
  const begun = await subscribe('standard');
  expect(begun.body).toEqual({
    clientSecret: expect.stringMatching(/^pi_/),
    dueCents: plans.standard.priceCents - 40_000,
  });
  expect((await subscribe('standard')).body).toEqual(begun.body);
});

test('a credit that an unpaid plan gives back pays for another plan only after its person has agreed', async () => {
  const { user, subscribe, rows } = await aNewcomer();
  await ensureCustomer(server.deps, user.id);
  const { payments } = server.deps;
  const readCredit = vi.spyOn(payments, 'readCredit').mockResolvedValue(0);
  expect((await subscribe('premium')).status).toBe(200);
  // The invoice of the unpaid plan holds the credit until it is voided.
  const voided = vi.spyOn(payments, 'voidInvoice');
  readCredit.mockImplementation(async () => (voided.mock.calls.length ? plans.standard.priceCents : 0));
  const create = vi.spyOn(payments, 'createSubscription');
  expect((await subscribe('standard')).body.code).toBe('credit_pays');
  expect(create).not.toHaveBeenCalled();
  expect(await rows()).toMatchObject([{ tier: 'premium', status: 'ended' }]);
  expect((await subscribe('standard', { byCredit: true })).status).toBe(200);
});

test('a plan is active once its first invoice is paid, and grants its hours once', async () => {
  const { subscribe, rows, grants, me } = await aNewcomer();
  const { concierge } = plans.standard;
  const begun = await subscribe('standard', { hours: 12, concierge, priceAmount: 1400.99 });
  expect(begun.status).toBe(200);
  expect(await me()).toMatchObject({ subscriptionTier: 'none', remainingHours: 0 });
  expect(await rows()).toMatchObject([{ tier: 'standard', status: 'incomplete' }]);

  paymentsSandbox(server).control({ repeatWebhooks: 1000 });
  await payWithCard(server, begun.body.clientSecret);
  await settled(server);
  expect(await me()).toMatchObject({
    subscriptionTier: 'standard',
    monthlyHours: 12,
    usedHours: '0',
    remainingHours: 12,
    personalConcierge: concierge,
  });
  expect(await grants()).toMatchObject([{ minutes: 720, tier: 'standard' }]);
  const [row] = await rows();
  const known = await server.deps.payments.readSubscription(row?.provider_id ?? '');
  expect(known).toMatchObject({
    status: 'active',
    currentPeriodStart: row?.current_period_start,
    currentPeriodEnd: row?.current_period_end,
    metadata: { userId: row?.user_id, subscriptionId: row?.id },
  });
});

test('a declined card makes no plan and grants no hours, and another card may follow', async () => {
  const { subscribe, grants, me } = await aNewcomer();
  const { clientSecret } = (await subscribe()).body;
  expect((await payWithCard(server, clientSecret, cards.declined)).status).toBe(402);
  await settled(server);
  expect((await me()).subscriptionTier).toBe('none');
  expect(await grants()).toEqual([]);
  await payWithCard(server, clientSecret);
  await settled(server);
  expect((await me()).subscriptionTier).toBe('standard');
});

test.for([
  ['hours', { hours: 50 }],
  ['concierge', { concierge: 'Executive Concierge Team' }],
  ['priceAmount', { priceAmount: 0.01 }],
])('other %s than the plan’s are refused by name, and nothing is begun', async ([field, given]) => {
  const { subscribe, rows } = await aNewcomer();
  const { status, body } = await subscribe('standard', given as object);
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', [field]]);
  expect(await rows()).toEqual([]);
});

test('the charge is the plan’s price, and the payer is the session’s person, whatever a client claims', async () => {
  const { user, subscribe, rows } = await aNewcomer();
  const stranger = await aUser(server.deps.db);
  await subscribe('basic', { userId: stranger.id, amount: 1, currency: 'idr' });
  const [row] = await rows();
  expect(row?.user_id).toBe(user.id);
  const [invoice] = await server.deps.payments.listInvoices(row?.provider_id ?? '');
  expect(invoice).toMatchObject({ status: 'open', currency: 'aud' });
  await payWithCard(server, (await subscribe('basic')).body.clientSecret);
  const [paid] = await server.deps.payments.listInvoices(row?.provider_id ?? '');
  expect(paid).toMatchObject({ status: 'paid', amountPaidCents: plans.basic.priceCents });
});

test('an unknown tier is refused', async () => {
  const { client } = await aNewcomer();
  expect((await client.call('createSubscription', { body: { tier: 'none' } })).status).toBe(400);
});

test('a member with a plan cannot start a second one', async () => {
  const { user, subscribe, rows } = await aNewcomer();
  await aPlan(server.deps.db, { user_id: user.id });
  for (const tier of ['standard', 'premium'] as const) {
    const { status, body } = await subscribe(tier);
    expect([status, body.code]).toEqual([409, 'plan_exists']);
  }
  expect(await rows()).toHaveLength(1);
});

test('many taps on Subscribe at once begin one subscription with one client secret', async () => {
  const created = await timesTold(server, 'customer.subscription.created');
  const { subscribe, rows } = await aNewcomer();
  const answers = await tapOften(() => subscribe());
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
  expect(await timesTold(server, 'customer.subscription.created')).toBe(created + 1);
});

test('a person can begin a limited number of plans a day, and the last one begun stays', async () => {
  const strict = await startTestServer({ beside: server, env: { BOOKINGS_PER_DAY: '3' } });
  const { user, rows } = await aNewcomer();
  const client = await strict.as(user);
  const begin = (tier: PlanTier) => client.call('createSubscription', { body: { tier } });
  expect((await begin('basic')).status).toBe(200);
  strict.clock.advance({ hours: 6 });
  expect((await begin('deluxe')).status).toBe(200);
  strict.clock.advance({ minutes: 1 });
  const last = await begin('basic');
  expect(last.status).toBe(200);
  const refused = await Promise.all([begin('premium'), begin('deluxe')]);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 2 }, () => [429, 'too_many_requests']),
  );
  expect(refused[0]?.body).toMatchObject({ message: expect.stringContaining('call us') });
  expect((await rows()).map(({ tier, status }) => [tier, status])).toEqual([
    ['basic', 'ended'],
    ['deluxe', 'ended'],
    ['basic', 'incomplete'],
  ]);
  const again = Number(refused[0]?.headers.get('retry-after'));
  expect(again).toBeGreaterThan(17 * 3600);
  expect(again).toBeLessThanOrEqual(18 * 3600);
  expect((await begin('basic')).body.clientSecret, 'a repeat begins none').toBe(last.body.clientSecret);
  expect(
    (
      await (
        await strict.as(await aUser(strict.deps.db))
      ).call('createSubscription', { body: { tier: 'basic' } })
    ).status,
    'another person',
  ).toBe(200);
  strict.clock.advance({ seconds: again });
  expect((await begin('premium')).status).toBe(200);
  expect((await begin('deluxe')).status, 'those of the last day count').toBe(429);
  await strict.close();
});

test('a repeat gets the same client secret; the key of another tier is refused', async () => {
  const { subscribe } = await aNewcomer();
  const key = randomUUID();
  const first = await subscribe('basic', {}, key);
  expect((await subscribe('basic', {}, key)).body.clientSecret).toBe(first.body.clientSecret);
  expect((await subscribe('basic')).body.clientSecret).toBe(first.body.clientSecret);
  const other = await subscribe('deluxe', {}, key);
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);

  const later = randomUUID();
  expect((await subscribe('basic', {}, later)).body.clientSecret).toBe(first.body.clientSecret);
  const changed = await subscribe('premium', {}, later);
  expect([changed.status, changed.body.code]).toEqual([409, 'key_reused']);

  await payWithCard(server, first.body.clientSecret);
  await settled(server);
  expect((await subscribe('basic', {}, key)).body.code, 'there is nothing to pay any more').toBe(
    'plan_exists',
  );
});

test('another tier replaces an unpaid plan, which can then no longer be paid', async () => {
  const { subscribe, rows, me, grants } = await aNewcomer();
  const key = randomUUID();
  const basic = await subscribe('basic', {}, key);
  const deluxe = await subscribe('deluxe');
  expect(deluxe.status).toBe(200);
  expect((await rows()).map((row) => [row.tier, row.status])).toEqual([
    ['basic', 'ended'],
    ['deluxe', 'incomplete'],
  ]);
  expect((await payWithCard(server, basic.body.clientSecret)).status).toBe(400);
  await payWithCard(server, deluxe.body.clientSecret);
  await settled(server);
  expect((await me()).subscriptionTier).toBe('deluxe');
  expect(await grants()).toMatchObject([{ minutes: 1200 }]);
  const late = await subscribe('basic', {}, key);
  expect([late.status, late.body.code]).toEqual([409, 'key_reused']);
});

test('a plan just paid is not ended by the choice of another, although no webhook has come', async () => {
  const { subscribe, me } = await aNewcomer();
  const { clientSecret } = (await subscribe('basic')).body;
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await payWithCard(server, clientSecret);
  const other = await subscribe('deluxe');
  expect([other.status, other.body.code]).toEqual([409, 'plan_exists']);
  expect(await me()).toMatchObject({ subscriptionTier: 'basic', remainingHours: 5 });
});

test('answers of the provider lost after their effect lead to one subscription, whose secret is found', async () => {
  const created = await timesTold(server, 'customer.subscription.created');
  // The plan’s price and the customer exist from an earlier sale: only the plan itself is lost.
  await (await aNewcomer()).subscribe();
  const { user, subscribe, rows } = await aNewcomer();
  await ensureCustomer(server.deps, user.id);
  const key = randomUUID();
  // The SDK asks three times.
  paymentsSandbox(server).control({ dropAnswers: 3 });
  const lost = await subscribe('standard', {}, key);
  expect([lost.status, lost.body.code]).toEqual([503, 'payment_unavailable']);
  expect(await timesTold(server, 'customer.subscription.created')).toBe(created + 2);
  paymentsSandbox(server).control({ dropAnswers: 1 });
  const found = await subscribe('standard', {}, key);
  expect(found.status).toBe(200);
  expect(await rows()).toHaveLength(1);
  expect(await timesTold(server, 'customer.subscription.created')).toBe(created + 2);
});

test('twenty simultaneous syncs grant the hours once', async () => {
  const { subscribe, rows, grants, me } = await aNewcomer();
  const { clientSecret } = (await subscribe()).body;
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await payWithCard(server, clientSecret);
  const [row] = await rows();
  const syncs = Array.from({ length: 20 }, () => syncSubscription(server.deps, row?.provider_id ?? ''));
  expect(new Set((await Promise.all(syncs)).map((synced) => synced?.status))).toEqual(new Set(['active']));
  expect(await grants()).toHaveLength(1);
  expect((await me()).remainingHours).toBe(12);
});

test('an old read is not written over a newer sync', async () => {
  const { subscribe, rows, me } = await aNewcomer();
  const { clientSecret } = (await subscribe()).body;
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const [row] = await rows();
  const id = row?.provider_id ?? '';

  const { payments } = server.deps;
  const read = payments.readSubscription;
  const old = await read(id);
  await payWithCard(server, clientSecret);
  const spy = vi.spyOn(payments, 'readSubscription');
  spy.mockImplementationOnce(async () => {
    // While this answer is under way, another process reads a newer state and writes it.
    await syncSubscription({ ...server.deps, payments: { ...payments, readSubscription: read } }, id);
    return old;
  });
  expect(await syncSubscription(server.deps, id)).toMatchObject({ status: 'active' });
  expect(spy).toHaveBeenCalledTimes(2);
  expect((await me()).subscriptionTier).toBe('standard');
});

test('events in another order lead to the same books', async () => {
  const { subscribe, rows, grants, me } = await aNewcomer();
  await settled(server);
  paymentsSandbox(server).control({ reorderWebhooks: 8 });
  const { clientSecret } = (await subscribe()).body;
  await payWithCard(server, clientSecret);
  paymentsSandbox(server).control({ reset: true });
  await settled(server);
  expect(await rows()).toMatchObject([{ status: 'active' }]);
  expect(await grants()).toHaveLength(1);
  expect((await me()).subscriptionTier).toBe('standard');
});
