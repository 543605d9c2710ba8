import { expect, test, vi } from 'vitest';
import { plans } from '../../../../contract/rules/plans.ts';
import { subscriptionFrom } from '../../../../providers/payments/stripe-plan-objects.ts';
import { aDashboardServer } from '../../../../testing/builders/dashboard-server.ts';
import { aPayingMember, muchLater } from '../../../../testing/builders/plans.ts';
import { unclearOf } from '../../../../testing/builders/unclear.ts';
import type { Dashboard } from '../../../../testing/outside/dashboard.ts';
import { readProvider } from '../../../../testing/outside/traces.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';

/** What the owner does to plans, which are subscriptions there; each test is a row of docs/owners-deeds.md. */
let server: TestServer;
let dashboard: Dashboard;
aDashboardServer((at) => {
  ({ server, dashboard } = at);
});

type Subscription = Parameters<Parameters<typeof dashboard.alter<'subscription'>>[1]>[0];
type Invoice = Parameters<Parameters<typeof dashboard.alter<'invoice'>>[1]>[0];
type Line = Invoice['lines']['data'][number];

const alterPlan = (change: (subscription: Subscription) => Partial<Subscription>) =>
  dashboard.alter('subscription', (subscription) => ({ ...subscription, ...change(subscription) }));
const alterItem = (change: Partial<Subscription['items']['data'][number]>) =>
  alterPlan(({ items }) => ({
    items: { ...items, data: items.data.map((item) => ({ ...item, ...change })) },
  }));
const isRenewal = ({ billing_reason }: Invoice) => billing_reason === 'subscription_cycle';
const alterRenewal = (change: (invoice: Invoice) => Partial<Invoice>) =>
  dashboard.alter('invoice', (invoice) =>
    isRenewal(invoice) ? { ...invoice, ...change(invoice) } : invoice,
  );
const alterLines = (change: (line: Line) => Line[]) =>
  alterRenewal(({ lines }) => ({ lines: { ...lines, data: lines.data.flatMap(change) } }));
const sold = (line: Line, product: string): Line => ({
  ...line,
  pricing: line.pricing && { ...line.pricing, price_details: { price: 'price_x', product } },
});
const aMonthLater = () => muchLater(server, { days: 32 });

const providerIdOf = async ({ id }: { id: string }) =>
  (
    await server.deps.db
      .selectFrom('subscriptions')
      .select('provider_id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).provider_id ?? '';
const updated = async (user: { id: string }) =>
  dashboard.announce('customer.subscription.updated', {
    object: 'subscription',
    id: await providerIdOf(user),
  });
const unclear = (user: { id: string }) => unclearOf(server, user);
const basic = { kind: 'period', tier: 'basic', minutes: 300 };

test('the collection of payments is paused', async () => {
  const { user, grants, plan, preview, letters } = await aPayingMember(server, 'basic');
  const terms = await preview('premium');
  alterPlan(() => ({ pause_collection: { behavior: 'keep_as_draft', resumes_at: null } }));
  alterRenewal(({ status_transitions }) => ({
    status: 'draft',
    amount_paid: 0,
    status_transitions: { ...status_transitions, paid_at: null },
  }));
  await updated(user);
  expect(terms.kind).toBe('upgrade');
  expect(await preview('premium')).toMatchObject({ code: 'payment_unavailable' });
  await aMonthLater();
  expect(await grants()).toEqual([basic]);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active', owed: null });
  expect(await letters()).toEqual([]);
  dashboard.restore();
  await updated(user);
  expect(await grants()).toEqual([basic, basic]);
});

test('the quantity is changed', async () => {
  const { user, grants } = await aPayingMember(server, 'basic');
  alterItem({ quantity: 2 });
  alterLines((line) => [{ ...line, quantity: 2, amount: line.amount * 2, subtotal: line.subtotal * 2 }]);
  await aMonthLater();
  expect(await grants()).toEqual([basic, { ...basic, minutes: 600 }]);
  expect(await unclear(user)).toEqual([['quantity', '2']]);
});

test('the quantity is set to none', async () => {
  const { user, grants } = await aPayingMember(server, 'basic');
  alterItem({ quantity: 0 });
  alterLines((line) => [{ ...line, quantity: 0, amount: 0, subtotal: 0 }]);
  alterRenewal(() => ({ amount_due: 0, amount_paid: 0, total: 0 }));
  await aMonthLater();
  expect(await grants()).toEqual([basic, { ...basic, minutes: 0 }]);
  expect(await unclear(user)).toEqual([['quantity', '0']]);
});

test('a trial is begun', async () => {
  const { user, grants, plan, preview } = await aPayingMember(server, 'basic');
  const end = Math.floor(Date.parse('2027-02-01T00:00:00.000Z') / 1000);
  const start = Math.floor(server.clock.now().getTime() / 1000);
  alterPlan(() => ({ status: 'trialing', trial_start: start, trial_end: end }));
  alterItem({ current_period_start: start, current_period_end: end });
  dashboard.alter('invoice', (invoice) => {
    const [line] = invoice.lines.data;
    if (!line) throw new Error('The invoice has no line');
    const trial = {
      ...line,
      description: 'Trial period for Basic Plan',
      amount: 0,
      subtotal: 0,
      period: { start, end },
    };
    const free = { billing_reason: 'subscription_update' as const, amount_due: 0, amount_paid: 0, total: 0 };
    return { ...invoice, ...free, id: 'in_trial', lines: { ...invoice.lines, data: [trial] } };
  });
  await updated(user);
  expect((await grants()).filter(({ minutes }) => minutes > 0)).toEqual([basic]);
  expect(await plan()).toMatchObject({
    tier: 'basic',
    status: 'active',
    currentPeriodEnd: '2027-02-01T00:00:00.000Z',
  });
  expect(await preview('premium')).toMatchObject({
    code: 'conflict',
    message:
      'Nothing is charged for the present period of your plan. You can upgrade when the next one is paid.',
  });
});

test('a coupon takes the whole price', async () => {
  const { grants, plan } = await aPayingMember(server, 'basic');
  alterLines((line) => [{ ...line, discount_amounts: [{ amount: line.amount, discount: 'di_1' }] }]);
  alterRenewal(() => ({ amount_due: 0, amount_paid: 0, total: 0 }));
  await aMonthLater();
  expect(await grants()).toEqual([basic, basic]);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic', status: 'active' });
});

test('an item is added to the subscription', async () => {
  const { user, grants, plan } = await aPayingMember(server, 'basic');
  alterPlan(({ items }) => {
    const [item] = items.data;
    if (!item) throw new Error('The plan has no item');
    const other = { ...item, id: 'si_other', price: { ...item.price, id: 'price_x', product: 'prod_x' } };
    return { items: { ...items, data: [other, item] } };
  });
  alterLines((line) => [line, { ...sold(line, 'prod_x'), id: 'il_x' }]);
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic' });
  await aMonthLater();
  expect(await grants()).toEqual([basic, basic]);
  expect(await unclear(user)).toEqual([['item', 'prod_x']]);
});

test('an upgrade beside an added item changes the item of the plan', async () => {
  const { grants, change, upgradeTerms } = await aPayingMember(server, 'basic');
  alterPlan(({ items }) => {
    const [item] = items.data;
    if (!item) throw new Error('The plan has no item');
    const other = { ...item, id: 'si_other', price: { ...item.price, id: 'price_x', product: 'prod_x' } };
    return { items: { ...items, data: [other, item] } };
  });
  const terms = await upgradeTerms('standard');
  expect((await change({ tier: 'standard', terms })).status).toBe(200);
  expect((await grants()).map(({ tier }) => tier)).toEqual(['basic', 'standard']);
});

test('the price is swapped for one of ours, charged with the next invoice', async () => {
  const { user, grants, plan } = await aPayingMember(server, 'basic');
  const { db } = server.deps;
  const { current_period_start: start, current_period_end: end } = await db
    .selectFrom('subscriptions')
    .select(['current_period_start', 'current_period_end'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const middle = (Date.parse(start ?? '') + Date.parse(end ?? '')) / 2000;
  alterPlan(({ items }) => ({
    items: {
      ...items,
      data: items.data.map((item) => ({ ...item, price: { ...item.price, product: 'hearthkeep_premium' } })),
    },
  }));
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'premium' });
  const rest = { start: middle, end: Date.parse(end ?? '') / 1000 };
  alterLines((line) => [
    { ...line, id: 'il_1', amount: -1000, subtotal: -1000, period: rest },
    { ...sold(line, 'hearthkeep_premium'), id: 'il_2', amount: 3000, subtotal: 3000, period: rest },
    sold(line, 'hearthkeep_premium'),
  ]);
  await aMonthLater();
  expect(await plan()).toMatchObject({ tier: 'premium', nextTier: 'premium' });
  // The month's 50 h, and half of the difference of 45 h for the half of a month that this invoice charges too.
  expect(await grants()).toEqual([basic, { kind: 'period', tier: 'premium', minutes: 3000 + 1350 }]);
});

async function priceOf(product: string): Promise<string> {
  const prices = await readProvider(server, 'prices?active=true&limit=100');
  return JSON.parse(prices.body).data.find((price: { product: string }) => price.product === product).id;
}

async function swapAtOnce(user: { id: string }, price: string): Promise<void> {
  const subscription = await providerIdOf(user);
  const { items } = JSON.parse((await readProvider(server, `subscriptions/${subscription}`)).body);
  await dashboard.act('POST', `subscriptions/${subscription}`, {
    'items[0][id]': items.data[0].id,
    'items[0][price]': price,
    proration_behavior: 'always_invoice',
  });
}

test('the price is swapped for one of ours, charged at once', async () => {
  const { user, grants, plan, upgradeTerms } = await aPayingMember(server, 'basic');
  // The terms make the price at the provider, if it was never sold before.
  await upgradeTerms('standard');
  await swapAtOnce(user, await priceOf('hearthkeep_standard'));
  expect(await plan()).toMatchObject({ tier: 'standard', nextTier: 'standard' });
  expect((await grants()).map(({ kind, tier }) => [kind, tier])).toEqual([
    ['period', 'basic'],
    ['upgrade', 'standard'],
  ]);
});

test('the price is swapped for one that is none of ours', async () => {
  const { user, grants, plan, change } = await aPayingMember(server, 'basic');
  alterPlan(({ items }) => ({
    items: {
      ...items,
      data: items.data.map((item) => ({ ...item, price: { ...item.price, product: 'prod_x' } })),
    },
  }));
  alterLines((line) => [sold(line, 'prod_x')]);
  await updated(user);
  await aMonthLater();
  expect(await grants()).toEqual([basic, basic]);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic' });
  expect(await unclear(user)).toEqual([['price', 'prod_x']]);
  expect((await change({ cancelAtPeriodEnd: true })).status).toBe(200);
  dashboard.restore();
  await updated(user);
  expect(await unclear(user)).toEqual([]);
});

test('the price is swapped for one that is none of ours and then for one of ours, charged at once', async () => {
  const { user, grants, plan, upgradeTerms } = await aPayingMember(server, 'basic');
  await upgradeTerms('premium');
  const gold = await dashboard.act('POST', 'prices', {
    product: await dashboard.act('POST', 'products', { name: 'Gold' }),
    currency: 'aud',
    unit_amount: '99900',
    'recurring[interval]': 'month',
  });
  await swapAtOnce(user, gold);
  await swapAtOnce(user, await priceOf('hearthkeep_premium'));
  expect(await plan()).toMatchObject({ tier: 'premium', nextTier: 'premium' });
  expect(await grants()).toEqual([
    basic,
    { kind: 'upgrade', tier: 'basic', minutes: 0 },
    { kind: 'upgrade', tier: 'premium', minutes: 45 * 60 },
  ]);
});

test('a plan that was read as incomplete beside its paid invoice is cancelled', async () => {
  const { user, grants, plan, letters } = await aPayingMember(server, 'basic');
  alterPlan(() => ({ status: 'incomplete' }));
  await updated(user);
  expect(await grants()).toEqual([basic]);
  dashboard.restore();
  await dashboard.act('DELETE', `subscriptions/${await providerIdOf(user)}`);
  expect(await plan()).toMatchObject({ tier: 'none' });
  expect((await letters()).map(({ occasion }) => occasion.split(':')[0])).toEqual(['plan-ended']);
});

test('the price that was sold first is no longer one of ours', async () => {
  const { user, grants, upgradeTerms } = await aPayingMember(server, 'basic');
  await upgradeTerms('standard');
  await upgradeTerms('premium');
  dashboard.alter('invoice', (invoice) => ({
    ...invoice,
    ...(invoice.billing_reason === 'subscription_create' && {
      lines: { ...invoice.lines, data: invoice.lines.data.map((line) => sold(line, 'prod_x')) },
    }),
  }));
  await swapAtOnce(user, await priceOf('hearthkeep_standard'));
  await swapAtOnce(user, await priceOf('hearthkeep_premium'));
  expect(await grants()).toEqual([
    basic,
    { kind: 'upgrade', tier: 'standard', minutes: (plans.standard.hours - plans.basic.hours) * 60 },
    { kind: 'upgrade', tier: 'premium', minutes: (plans.premium.hours - plans.standard.hours) * 60 },
  ]);
});

test('the subscription is cancelled at once', async () => {
  const { user, grants, plan, letters, me } = await aPayingMember(server, 'basic');
  await dashboard.act('DELETE', `subscriptions/${await providerIdOf(user)}`);
  expect(await plan()).toMatchObject({ tier: 'none' });
  expect(await grants()).toEqual([basic]);
  expect((await letters()).map(({ occasion }) => occasion.split(':')[0])).toEqual(['plan-ended']);
  expect((await me()).subscriptionTier).toBe('none');
});

test('the subscription is cancelled at the end of its period', async () => {
  const { user, plan, change } = await aPayingMember(server, 'basic');
  await dashboard.act('POST', `subscriptions/${await providerIdOf(user)}`, { cancel_at_period_end: 'true' });
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: null });
  expect((await change({ cancelAtPeriodEnd: false })).body).toMatchObject({
    subscription: { nextTier: 'basic' },
  });
});

test('the subscription is cancelled at a date', async () => {
  const { user, plan } = await aPayingMember(server, 'basic');
  const end = Math.floor(Date.parse((await plan()).currentPeriodEnd ?? '') / 1000);
  let date = end - 86_400;
  alterPlan(() => ({ cancel_at: date }));
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: null });
  date = end + 86_400;
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic' });
});

test('a change is scheduled for later', async () => {
  const { user, plan } = await aPayingMember(server, 'basic');
  alterPlan(() => ({ schedule: 'sub_sched_1' }));
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic' });
  expect(await unclear(user)).toEqual([['schedule', 'sub_sched_1']]);
});

test('a subscription is made there', async () => {
  const { user, plan, grants } = await aPayingMember(server, 'basic');
  const { body } = await readProvider(server, `subscriptions/${await providerIdOf(user)}`);
  const foreign = { ...JSON.parse(body), id: 'sub_foreign', metadata: {} };
  const { payments } = server.deps;
  const read = payments.readSubscription;
  vi.spyOn(payments, 'readSubscription').mockImplementation((id) =>
    id === 'sub_foreign' ? Promise.resolve(subscriptionFrom(foreign)) : read(id),
  );
  await dashboard.announce('customer.subscription.created', foreign);
  expect(await grants()).toEqual([basic]);
  expect(await plan()).toMatchObject({ tier: 'basic' });
  expect(await unclear(user)).toEqual([['not_ours', 'active']]);
  foreign.status = 'canceled';
  await dashboard.announce('customer.subscription.deleted', foreign);
  expect(await unclear(user)).toEqual([]);
});

test('a subscription has a state that is new to us', async () => {
  const { user, plan, grants, change } = await aPayingMember(server, 'basic');
  alterPlan(() => ({ status: 'hibernating' as 'paused' }));
  await updated(user);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active' });
  expect(await unclear(user)).toEqual([['status', 'hibernating']]);
  expect((await change({ cancelAtPeriodEnd: true })).status).toBe(200);
  await aMonthLater();
  expect(await grants()).toEqual([basic]);
});
