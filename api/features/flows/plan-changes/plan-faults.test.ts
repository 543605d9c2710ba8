import { expect, test, vi } from 'vitest';
import { type PlanTier, plans } from '../../../contract/rules/plans.ts';
import type { Payments } from '../../../providers/payments/payments.ts';
import { noCard, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import {
  authenticate,
  cards,
  paymentsSandbox,
  payWithCard,
  settled,
} from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { reconcileSubscriptions } from './reconcile.service.ts';
import { syncSubscription } from './sync.service.ts';

let server: TestServer;
aFileServer('2026-11-21T03:00:00.000Z', (started) => {
  server = started;
});

type Call = {
  [K in keyof Payments]: Payments[K] extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof Payments];

const later = (by: Parameters<TestServer['clock']['advance']>[0]) => muchLater(server, by);
const reconcile = () => reconcileSubscriptions(server.deps, new AbortController().signal);

async function aMember(tier?: PlanTier, card?: string) {
  const member = await aPayingMember(server, tier, card);
  const row = await server.deps.db
    .selectFrom('subscriptions')
    .select(['id', 'provider_id'])
    .where('user_id', '=', member.user.id)
    .executeTakeFirstOrThrow();
  const providerId = row.provider_id ?? '';
  const atProvider = async () => {
    const truth = await server.deps.payments.readSubscription(providerId);
    return { tier: truth?.versionId, ends: truth?.cancelAtPeriodEnd };
  };
  return { ...member, providerId, atProvider };
}

/** The process dies at this call, before or after the provider has carried it out; the answer is lost. */
function diesAt(call: Call, when: 'before' | 'after'): void {
  const payments = server.deps.payments as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  const real = payments[call]?.bind(payments);
  vi.spyOn(payments, call).mockImplementationOnce(async (...args) => {
    if (when === 'after') await real?.(...args);
    throw new PaymentsUnavailable('died');
  });
}

test('a larger plan bought in the last minute of a period grants only what is paid for', async () => {
  const { upgradeTerms, change, charged, grants } = await aMember('basic');
  await later({ days: 29, hours: 23, minutes: 59 });
  const terms = await upgradeTerms('premium');
  expect(terms.amountCents).toBeLessThan(20);
  await change({ tier: 'premium', terms });
  await change({ tier: 'basic' });
  await later({ days: 1 });
  expect((await grants()).map(({ minutes }) => minutes)).toEqual([300, 0, 300]);
  // The provider does not charge a few cents alone: they come with the renewal.
  const sum = (await charged()).reduce((all, [, cents]) => all + Number(cents), 0);
  expect(sum).toBeGreaterThanOrEqual(2 * plans.basic.priceCents + terms.amountCents);
});

test('terms that we did not show are refused, whatever change is open', async () => {
  const { upgradeTerms, change, charged, grants } = await aMember('standard', cards.asksAlways);
  const terms = await upgradeTerms('premium');
  const stranger = await aMember();
  const forged = [
    { ...terms, amountCents: 1 },
    { ...terms, prorationAt: '2026-12-21T02:58:00.000Z', amountCents: 1 },
    { ...terms, seal: 'forged' },
    await stranger.upgradeTerms('premium'),
    { ...(await upgradeTerms('deluxe')) },
  ];
  const refused = async () => {
    for (const wrong of forged) {
      const { status, body } = await change({ tier: 'premium', terms: wrong });
      expect([status, body.code]).toEqual([409, 'terms_changed']);
    }
  };
  await refused();
  // The open one waits for the bank: it is dropped, and the forged terms are refused all the same.
  expect((await change({ tier: 'premium', terms })).body.clientSecret).toMatch(/^pi_/);
  await refused();
  await settled(server);
  expect(await charged()).toHaveLength(1);
  expect(await grants()).toHaveLength(1);
});

test('the charge is the one agreed to last, although an older attempt was never answered', async () => {
  const { upgradeTerms, change, charged, plan } = await aMember();
  diesAt('upgradePlan', 'before');
  expect((await change({ tier: 'premium', terms: await upgradeTerms('premium') })).status).toBe(503);
  await later({ hours: 3 });
  const terms = await upgradeTerms('premium');
  expect((await change({ tier: 'premium', terms })).status).toBe(200);
  await settled(server);
  expect(await charged()).toEqual([
    ['subscription_create', plans.standard.priceCents],
    ['subscription_update', terms.amountCents],
  ]);
  expect(await plan()).toMatchObject({ tier: 'premium', pendingTier: null });
});

test('a cancellation of the plan succeeds, whatever change was left open before', async () => {
  const { change, atProvider } = await aMember();
  await change({ cancelAtPeriodEnd: true });
  for (const when of ['after', 'before'] as const) {
    diesAt('endPlanWithPeriod', when);
    expect((await change({ cancelAtPeriodEnd: false })).status).toBe(503);
    await settled(server);
    const { status, body } = await change({ cancelAtPeriodEnd: true });
    expect([status, body.subscription.nextTier]).toEqual([200, null]);
    expect(await atProvider()).toMatchObject({ ends: true });
  }
});

test('a plan change first finishes an older change that was left open', async () => {
  const { upgradeTerms, change, atProvider, plan, charged } = await aMember('deluxe');
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  await change({ tier: 'basic' });
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  diesAt('endPlanWithPeriod', 'before');
  expect((await change({ cancelAtPeriodEnd: true })).status).toBe(503);
  const { status, body } = await change({ tier: 'standard' });
  expect([status, body.subscription.nextTier]).toEqual([200, 'standard']);
  expect(await atProvider()).toEqual({ tier: 'standard', ends: false });
  paymentsSandbox(server).control({ reset: true });
  await later({ days: 32 });
  expect(await plan()).toMatchObject({ tier: 'standard', nextTier: 'standard' });
  expect((await charged()).at(-1)).toEqual(['subscription_cycle', plans.standard.priceCents]);
});

test('a paid upgrade is found, although we died before storing it and no event came', async () => {
  const { upgradeTerms, change, plan, grants } = await aMember();
  const terms = await upgradeTerms('deluxe');
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { payments } = server.deps;
  const real = payments.upgradePlan.bind(payments);
  vi.spyOn(payments, 'upgradePlan').mockImplementationOnce(async (input) => {
    const paid = await real(input);
    diesAt('readSubscription', 'before');
    return paid;
  });
  expect((await change({ tier: 'deluxe', terms })).status).toBe(503);
  expect(await plan()).toMatchObject({ tier: 'standard' });
  await later({ minutes: 2 });
  await reconcile();
  expect(await plan()).toMatchObject({ tier: 'deluxe', pendingTier: null });
  expect(await grants()).toHaveLength(2);
});

test('an upgrade declined without an event does not wait for the bank', async () => {
  const { upgradeTerms, change, plan, charged } = await aMember('standard', cards.asksAlways);
  const answer = await change({ tier: 'deluxe', terms: await upgradeTerms('deluxe') });
  await authenticate(server, answer.body.clientSecret ?? '', 'fail');
  await settled(server);
  expect(await plan()).toMatchObject({ pendingTier: 'deluxe' });
  await later({ minutes: 2 });
  await reconcile();
  expect(await plan()).toMatchObject({ tier: 'standard', pendingTier: null });
  expect(await charged()).toHaveLength(1);
});

test('a renewal paid without an event is found, although the beginning of its period was known before', async () => {
  const { plan, grants, upgradeTerms, change, client, providerId } = await aMember();
  const terms = await upgradeTerms('deluxe');
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  // The provider begins a period at once, and charges its invoice an hour later.
  await later({ days: 30, minutes: 30 });
  await syncSubscription(server.deps, providerId);
  expect(Date.parse((await plan()).currentPeriodEnd ?? '')).toBeGreaterThan(server.clock.now().getTime());
  expect(await grants()).toHaveLength(1);
  const early = await client.call('previewSubscription', { query: { tier: 'deluxe' } });
  expect([early.status, early.body.code]).toEqual([409, 'conflict']);
  expect((await change({ tier: 'deluxe', terms })).status).toBe(409);
  await later({ minutes: 32 });
  await reconcile();
  expect((await grants()).map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ['period', 720],
    ['period', 720],
  ]);
});

test('an old read of a plan is not written over a newer state', async () => {
  const { change, plan, providerId } = await aMember();
  const { payments } = server.deps;
  const real = payments.listInvoices.bind(payments);
  let letGo = () => {};
  let stalls = () => {};
  const stalled = new Promise<void>((resolve) => {
    stalls = resolve;
  });
  vi.spyOn(payments, 'listInvoices').mockImplementationOnce(async (id) => {
    stalls();
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return real(id);
  });
  await payments.endPlanWithPeriod({ subscriptionId: providerId, ends: true, attempt: 'elsewhere' });
  const late = syncSubscription(server.deps, providerId);
  await stalled;
  await change({ cancelAtPeriodEnd: true });
  await change({ cancelAtPeriodEnd: false });
  letGo();
  await late;
  expect(await plan()).toMatchObject({ nextTier: 'standard' });
});

test('a plan paid in the moment of its replacement stays, and nothing is charged twice', async () => {
  const { db } = server.deps;
  const client = await server.as(await aUser(db));
  const first = await client.call('createSubscription', { body: { tier: 'standard' } });
  const { payments } = server.deps;
  const real = payments.voidInvoice.bind(payments);
  vi.spyOn(payments, 'voidInvoice').mockImplementationOnce(async (...args) => {
    await payWithCard(server, first.body.clientSecret);
    return real(...args);
  });
  const second = await client.call('createSubscription', { body: { tier: 'deluxe' } });
  expect([second.status, second.body.code]).toEqual([409, 'plan_exists']);
  await settled(server);
  expect((await client.call('readSubscription')).body).toMatchObject({ tier: 'standard', status: 'active' });
});

async function removeCards(userId: string): Promise<void> {
  const { payments, db } = server.deps;
  const { customer_id: customerId } = await db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { cards: saved } = await payments.readCards({ customerId: customerId ?? '', subscriptionId: null });
  for (const { id } of saved) await payments.removeCard(id, id);
}

const withoutCard = [402, { code: 'payment_incomplete', message: noCard }];

test('Pay Now without a card says so', async () => {
  const { client, plan, user } = await aMember();
  await removeCards(user.id);
  await later({ days: 32 });
  expect(await plan()).toMatchObject({ status: 'past_due' });
  const { status, body } = await client.call('paySubscription', {});
  expect([status, body]).toMatchObject(withoutCard);
});

test('an upgrade without a card says so, and changes nothing', async () => {
  const { user, upgradeTerms, change, plan, charged } = await aMember();
  await removeCards(user.id);
  const { status, body } = await change({ tier: 'deluxe', terms: await upgradeTerms('deluxe') });
  expect([status, body]).toMatchObject(withoutCard);
  expect(await plan()).toMatchObject({ tier: 'standard', pendingTier: null });
  expect(await charged()).toHaveLength(1);
});

test('a plan that ended at the provider without an event has no terms, and the person is told so', async () => {
  const { client, providerId, plan } = await aMember();
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await server.deps.payments.cancelSubscription(providerId, 'by the owner');
  expect(await plan()).toMatchObject({ status: 'active' });
  const shown = await client.call('previewSubscription', { query: { tier: 'deluxe' } });
  expect([shown.status, shown.body.code]).toEqual([409, 'plan_required']);
  expect((await plan()).status).not.toBe('active');
});

test('a debt that the owner has cancelled without an event is known after the first try to pay it', async () => {
  const { client, plan, providerId, user } = await aMember();
  await removeCards(user.id);
  await later({ days: 32 });
  expect(await plan()).toMatchObject({ status: 'past_due' });
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const { payments } = server.deps;
  for (const { id, status } of await payments.listInvoices(providerId))
    if (status === 'open') await payments.voidInvoice(id, 'by the owner');
  const first = await client.call('paySubscription', {});
  expect([first.status, first.body.code]).toEqual([503, 'payment_unavailable']);
  const again = await client.call('paySubscription', {});
  expect([again.status, again.body.subscription?.status]).toEqual([200, 'active']);
});

test('another plan cannot replace the first while the bank decides on its payment', async () => {
  const { db, payments } = server.deps;
  const client = await server.as(await aUser(db));
  const first = await client.call('createSubscription', { body: { tier: 'standard' } });
  vi.spyOn(payments, 'readInvoicePayment').mockImplementationOnce(async (invoiceId) => ({
    invoiceId,
    state: 'processing',
  }));
  const second = await client.call('createSubscription', { body: { tier: 'deluxe' } });
  expect([second.status, second.body.code]).toEqual([409, 'conflict']);
  await payWithCard(server, first.body.clientSecret);
  await settled(server);
  expect((await client.call('readSubscription')).body).toMatchObject({ tier: 'standard', status: 'active' });
});
