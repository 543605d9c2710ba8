import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openWorld, type World } from '../testing/world.ts';

const hour = 3600;
const day = 24 * hour;

let world: World;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-01-31T10:00:00Z');
  world = await openWorld({ clock: () => now });
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const pass = (seconds: number) => world.sandbox.control({ advanceClockSeconds: seconds });
const standard = () => world.priceOf('Standard plan', 140_099);
const read = (subscription: Stripe.Subscription) => world.stripe.subscriptions.retrieve(subscription.id);
const invoicesOf = async (subscription: Stripe.Subscription) =>
  (await world.stripe.invoices.list({ subscription: subscription.id, limit: 100 })).data;
const dates = (...seconds: (number | undefined)[]) =>
  seconds.map((each) => new Date((each ?? 0) * 1000).toISOString().slice(0, 10));
const periodOf = ({ items }: Stripe.Subscription) =>
  dates(items.data[0]?.current_period_start, items.data[0]?.current_period_end);
/** The events since the last call, in order. */
let seen = new Set<string>();
async function news(): Promise<string[]> {
  const events = (await world.stripe.events.list({ limit: 100 })).data.reverse();
  const fresh = events.filter(({ id }) => !seen.has(id));
  seen = new Set(events.map(({ id }) => id));
  return fresh.map(({ type }) => type);
}

test('a period that ends is followed by the next, which the saved card pays an hour later', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await news();
  pass(28 * day - 1);
  expect(await news()).toEqual([]);
  expect(await invoicesOf(plan)).toHaveLength(1);
  pass(1);
  expect(await news()).toEqual(['customer.subscription.updated', 'invoice.created']);
  expect((await invoicesOf(plan))[0]).toMatchObject({
    status: 'draft',
    auto_advance: true,
    attempt_count: 0,
  });
  pass(hour - 1);
  expect(await news()).toEqual([]);
  pass(1);
  expect(await news()).toEqual([
    'payment_intent.created',
    'invoice.finalized',
    'payment_intent.succeeded',
    'invoice.paid',
  ]);
  const renewed = await read(plan);
  expect(renewed).toMatchObject({ status: 'active' });
  expect(periodOf(renewed)).toEqual(['2026-02-28', '2026-03-31']);
  const [invoice] = await invoicesOf(plan);
  expect(renewed.latest_invoice).toBe(invoice?.id);
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    amount_paid: 140_099,
    attempt_count: 1,
    next_payment_attempt: null,
    lines: {
      data: [
        {
          amount: 140_099,
          description: '1 × Standard plan (at $1400.99 / month)',
          parent: { subscription_item_details: { proration: false } },
          pricing: { price_details: { product: plan.items.data[0]?.price.product } },
        },
      ],
    },
  });
  const { period } = invoice?.lines.data[0] ?? {};
  expect(dates(period?.start, period?.end)).toEqual(['2026-02-28', '2026-03-31']);
  expect(dates(invoice?.period_start, invoice?.period_end, invoice?.created)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-02-28',
  ]);
});

test('a long time brings several periods in a row, each on the anchor’s day or the month’s last', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  pass(400 * day);
  const invoices = (await invoicesOf(plan)).reverse();
  expect(invoices.map(({ created }) => dates(created)[0])).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
  ]);
  expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
  expect(periodOf(await read(plan))).toEqual(['2027-02-28', '2027-03-31']);
});

test('the plans of several people renew in the order of time', async () => {
  const price = await standard();
  const first = await world.buyPlan(price, cards.succeeds);
  pass(day);
  const second = await world.buyPlan(price, cards.succeeds);
  pass(59 * day);
  const { data } = await world.stripe.invoices.list({ limit: 100 });
  const renewals = data.filter(({ billing_reason: reason }) => reason === 'subscription_cycle').reverse();
  expect(renewals.map(({ parent }) => parent?.subscription_details?.subscription)).toEqual([
    first.id,
    second.id,
    first.id,
    second.id,
  ]);
});

test('time passes also without calls', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  world.sandbox.start();
  now = new Date('2026-02-28T10:00:00Z');
  await expect
    .poll(() =>
      world.received.find(
        ({ event: { type, data } }) =>
          type === 'customer.subscription.updated' &&
          (data.object as Stripe.Subscription).items.data[0]?.current_period_start === now.getTime() / 1000,
      ),
    )
    .toBeDefined();
  expect(periodOf(await read(plan))).toEqual(['2026-02-28', '2026-03-31']);
});

test('a plan that ends with its period ends then, unless that was taken back', async () => {
  const price = await standard();
  const [ending, resumed] = [
    await world.buyPlan(price, cards.succeeds),
    await world.buyPlan(price, cards.succeeds),
  ];
  pass(day);
  const marked = await world.stripe.subscriptions.update(ending.id, { cancel_at_period_end: true });
  expect(marked).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect(dates(marked.cancel_at ?? 0, marked.canceled_at ?? 0)).toEqual(['2026-02-28', '2026-02-01']);
  await world.stripe.subscriptions.update(resumed.id, { cancel_at_period_end: true });
  expect(await world.stripe.subscriptions.update(resumed.id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
  });
  await news();
  pass(27 * day);
  expect(await news()).toContain('customer.subscription.deleted');
  const ended = await read(ending);
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect(dates(ended.ended_at ?? 0, ended.canceled_at ?? 0)).toEqual(['2026-02-28', '2026-02-01']);
  expect(await invoicesOf(ending)).toHaveLength(1);
  expect(await read(resumed)).toMatchObject({ status: 'active' });
  expect(await invoicesOf(resumed)).toHaveLength(2);
});

test('a plan that ends at a date ends then, within its period or after a renewal', async () => {
  const price = await standard();
  const [within, after, kept] = [
    await world.buyPlan(price, cards.succeeds),
    await world.buyPlan(price, cards.succeeds),
    await world.buyPlan(price, cards.succeeds),
  ];
  const at = (days: number) => Math.floor(now.getTime() / 1000) + days * day;
  const end = (id: string, days: number) => world.stripe.subscriptions.update(id, { cancel_at: at(days) });
  expect(await end(within.id, 10)).toMatchObject({ cancel_at: at(10), cancel_at_period_end: false });
  await end(after.id, 40);
  await end(kept.id, 10);
  expect(await world.stripe.subscriptions.update(kept.id, { cancel_at: '' })).toMatchObject({
    cancel_at: null,
  });
  pass(11 * day);
  expect(await read(within)).toMatchObject({ status: 'canceled' });
  expect(await read(after)).toMatchObject({ status: 'active' });
  pass(30 * day);
  expect(await read(after)).toMatchObject({ status: 'canceled' });
  expect(await invoicesOf(after)).toHaveLength(2);
  expect(await read(kept)).toMatchObject({ status: 'active' });
});

test('a failed renewal is retried after 3, 5 and 7 days, and then the plan ends', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  await news();
  pass(28 * day + hour);
  expect(await news()).toEqual([
    'customer.subscription.updated',
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
  const states: unknown[] = [];
  const note = async () => {
    const [invoice] = await invoicesOf(plan);
    const { status } = await read(plan);
    const next = invoice?.next_payment_attempt;
    states.push([status, invoice?.status, invoice?.attempt_count, next ? dates(next)[0] : null]);
  };
  await note();
  for (const days of [3, 5]) {
    pass(days * day - 1);
    await note();
    pass(1);
    await note();
  }
  await news();
  pass(7 * day);
  await note();
  expect(states).toEqual([
    ['past_due', 'open', 1, '2026-03-03'],
    ['past_due', 'open', 1, '2026-03-03'],
    ['past_due', 'open', 2, '2026-03-08'],
    ['past_due', 'open', 2, '2026-03-08'],
    ['past_due', 'open', 3, '2026-03-15'],
    ['canceled', 'uncollectible', 4, null],
  ]);
  expect(await news()).toEqual([
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'invoice.marked_uncollectible',
    'customer.subscription.deleted',
  ]);
  expect(await read(plan)).toMatchObject({ cancellation_details: { reason: 'payment_failed' } });
  pass(100 * day);
  expect(await news()).toEqual([]);
});

test('a new card pays the debt, and the plan is active again', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  pass(29 * day);
  expect(await read(plan)).toMatchObject({ status: 'past_due' });
  const card = await world.changeCard(plan, cards.succeeds);
  const [owed] = await invoicesOf(plan);
  const paid = await world.stripe.invoices.pay(owed?.id ?? '', { payment_method: card });
  expect(paid).toMatchObject({ status: 'paid', attempt_count: 1, next_payment_attempt: null });
  expect(await read(plan)).toMatchObject({ status: 'active', default_payment_method: card });
  await news();
  pass(20 * day);
  expect(await news()).toEqual([]);
});

test('the next attempt uses a card that was changed meanwhile', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  pass(28 * day + hour);
  await world.changeCard(plan, cards.succeeds);
  pass(3 * day);
  expect(await read(plan)).toMatchObject({ status: 'active' });
  expect((await invoicesOf(plan))[0]).toMatchObject({ status: 'paid', attempt_count: 2 });
});

test('a bank that asks the payer leaves the renewal open until the answer', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.alwaysAuthenticates);
  await news();
  pass(28 * day + hour);
  expect(await news()).toEqual([
    'customer.subscription.updated',
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_intent.requires_action',
    'invoice.payment_failed',
    'invoice.payment_action_required',
    'customer.subscription.updated',
  ]);
  const { status, latest_invoice: invoice } = await world.stripe.subscriptions.retrieve(plan.id, {
    expand: ['latest_invoice.confirmation_secret'],
  });
  expect(status).toBe('past_due');
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
  expect((await world.authenticate(secret, 'complete')).body.status).toBe('succeeded');
  expect(await read(plan)).toMatchObject({ status: 'active' });
  expect((await invoicesOf(plan))[0]).toMatchObject({ status: 'paid', next_payment_attempt: null });
});

test('a plan without its own card is paid with the customer’s, and without any it is past due', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  const customer = String(plan.customer);
  await world.stripe.paymentMethods.detach(String(plan.default_payment_method));
  pass(28 * day + hour);
  expect(await read(plan)).toMatchObject({ status: 'past_due', default_payment_method: null });
  expect((await invoicesOf(plan))[0]).toMatchObject({ status: 'open', attempt_count: 1 });
  const setup = await world.stripe.setupIntents.create({ customer });
  const { body } = await world.pay(setup.client_secret ?? '', cards.succeeds);
  await world.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: String(body.payment_method) },
  });
  pass(3 * day);
  expect(await read(plan)).toMatchObject({ status: 'active' });
});

test('a plan with an unpaid first invoice expires after 23 hours', async () => {
  const plan = await world.buyPlan(await standard(), null);
  pass(23 * hour - 1);
  expect(await read(plan)).toMatchObject({ status: 'incomplete' });
  await news();
  pass(1);
  expect(await news()).toEqual([
    'payment_intent.canceled',
    'invoice.voided',
    'customer.subscription.updated',
  ]);
  expect(await read(plan)).toMatchObject({ status: 'incomplete_expired' });
  expect((await invoicesOf(plan))[0]).toMatchObject({ status: 'void' });
});

test('a plan cancelled while it owes is not charged again', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  pass(28 * day + hour);
  await world.stripe.subscriptions.cancel(plan.id);
  await news();
  pass(60 * day);
  expect(await news()).toEqual([]);
  expect((await invoicesOf(plan))[0]).toMatchObject({ status: 'open', next_payment_attempt: null });
});

test('retries, ends and renewals also happen after a restart', async () => {
  const plan = await world.buyPlan(await standard(), cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  pass(28 * day + hour);
  await world.close({ keepData: true });
  world = await openWorld({ dataDir: world.dataDir, clock: () => now });
  expect((await invoicesOf(plan))[0]).toMatchObject({ attempt_count: 1 });
  pass(3 * day);
  expect((await invoicesOf(plan))[0]).toMatchObject({ attempt_count: 2 });
  now = new Date(now.getTime() + 12 * day * 1000);
  expect(await read(plan)).toMatchObject({ status: 'canceled' });
});
