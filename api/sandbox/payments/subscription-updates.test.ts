import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openWorld, type World } from './test-world.ts';

const day = 24 * 3600;
/** February 2026 has 28 days, so that half of a period is to the second 14 days. */
const start = new Date('2026-02-01T00:00:00Z');

let world: World;
let now: Date;
let basic: Stripe.Price;
let standard: Stripe.Price;
let premium: Stripe.Price;
beforeEach(async () => {
  now = start;
  world = await openWorld({ clock: () => now });
  basic = await world.priceOf('Basic plan', 65_099);
  standard = await world.priceOf('Standard plan', 140_099);
  premium = await world.priceOf('Premium plan', 225_099);
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const itemOf = (plan: Stripe.Subscription) => plan.items.data[0]?.id ?? '';
const priceIn = (plan: Stripe.Subscription) => plan.items.data[0]?.price.id;
const read = (plan: Stripe.Subscription) =>
  world.stripe.subscriptions.retrieve(plan.id, { expand: ['latest_invoice.confirmation_secret'] });
const latestOf = (plan: Stripe.Subscription) => plan.latest_invoice as Stripe.Invoice;
const secretOf = (plan: Stripe.Subscription) => latestOf(plan).confirmation_secret?.client_secret ?? '';
const balanceOf = async (plan: Stripe.Subscription) => {
  const customer = await world.stripe.customers.retrieve(String(plan.customer));
  return customer.deleted ? null : customer.balance;
};
const linesOf = (invoice: Stripe.Invoice) =>
  invoice.lines.data.map(({ amount, description, parent }) => [
    description,
    amount,
    parent?.subscription_item_details?.proration,
  ]);

const toNew = (plan: Stripe.Subscription, price: Stripe.Price, more: Stripe.SubscriptionUpdateParams = {}) =>
  world.stripe.subscriptions.update(plan.id, {
    items: [{ id: itemOf(plan), price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
    ...more,
  });

/** A basic plan, half of whose period is over; this card pays what comes next. */
async function halfway(number = cards.succeeds) {
  const plan = await world.buyPlan(basic, cards.succeeds);
  if (number !== cards.succeeds) await world.changeCard(plan, number);
  later(14 * day);
  return plan;
}

test('a dearer price is paid for at once, to the second, as it was shown before', async () => {
  const plan = await halfway();
  const shown = await world.stripe.invoices.createPreview({
    subscription: plan.id,
    subscription_details: {
      items: [{ id: itemOf(plan), price: standard.id }],
      proration_behavior: 'always_invoice',
      proration_date: now.getTime() / 1000,
    },
  });
  expect(linesOf(shown)).toEqual([
    ['Unused time on Basic plan after 15 Feb 2026', -32_550, true],
    ['Remaining time on Standard plan after 15 Feb 2026', 70_050, true],
  ]);
  expect(shown).toMatchObject({ amount_due: 37_500, total: 37_500, status: 'draft' });
  await expect(world.stripe.invoices.retrieve(shown.id ?? '')).rejects.toMatchObject({ statusCode: 404 });
  expect(await read(plan)).toMatchObject({ pending_update: null });
  expect(priceIn(await read(plan))).toBe(basic.id);

  const at = now.getTime() / 1000;
  later(600);
  const changed = await toNew(plan, standard, { proration_date: at });
  expect(changed).toMatchObject({ status: 'active', pending_update: null });
  expect(priceIn(changed)).toBe(standard.id);
  expect(changed.items.data[0]).toMatchObject({
    id: itemOf(plan),
    current_period_end: plan.items.data[0]?.current_period_end,
  });
  const invoice = latestOf(changed);
  expect(linesOf(invoice)).toEqual(linesOf(shown));
  expect(invoice).toMatchObject({
    billing_reason: 'subscription_update',
    status: 'paid',
    amount_paid: 37_500,
    lines: {
      data: [
        { period: { start: at }, pricing: { price_details: { product: basic.product } } },
        { period: { start: at }, pricing: { price_details: { product: standard.product } } },
      ],
    },
  });
  now = new Date('2026-03-01T00:00:00Z');
  expect(latestOf(await read(plan))).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_paid: 140_099,
  });
});

test('a price without proration counts from the next invoice on', async () => {
  const plan = await world.buyPlan(standard, cards.succeeds);
  later(14 * day);
  const changed = await toNew(plan, basic, {
    proration_behavior: 'none',
    payment_behavior: 'allow_incomplete',
  });
  expect(priceIn(changed)).toBe(basic.id);
  expect(latestOf(changed).id).toBe(plan.latest_invoice);
  const next = await world.stripe.invoices.createPreview({ subscription: plan.id });
  expect(next).toMatchObject({ amount_due: 65_099, billing_reason: 'upcoming' });
  now = new Date('2026-03-01T00:00:00Z');
  expect(latestOf(await read(plan))).toMatchObject({ amount_paid: 65_099, status: 'paid' });
});

test('time is credited at what was really paid for it', async () => {
  const plan = await world.buyPlan(standard, cards.succeeds);
  await toNew(plan, basic, { proration_behavior: 'none' });
  later(14 * day);
  const changed = await toNew(plan, premium);
  expect(linesOf(latestOf(changed))).toEqual([
    ['Unused time on Standard plan after 15 Feb 2026', -70_050, true],
    ['Remaining time on Premium plan after 15 Feb 2026', 112_550, true],
  ]);
  later(7 * day);
  expect(linesOf(latestOf(await toNew(plan, standard)))).toEqual([
    ['Unused time on Premium plan after 22 Feb 2026', -56_275, true],
    ['Remaining time on Standard plan after 22 Feb 2026', 35_025, true],
  ]);
});

test('what a cheaper price gives back goes to the balance, which pays the next invoice', async () => {
  const plan = await world.buyPlan(standard, cards.succeeds);
  later(14 * day);
  const changed = await toNew(plan, basic);
  expect(priceIn(changed)).toBe(basic.id);
  expect(latestOf(changed)).toMatchObject({
    total: -37_500,
    amount_due: 0,
    status: 'paid',
    starting_balance: 0,
    ending_balance: -37_500,
    confirmation_secret: null,
  });
  expect(await balanceOf(plan)).toBe(-37_500);
  now = new Date('2026-03-01T00:00:00Z');
  expect(latestOf(await read(plan))).toMatchObject({
    total: 65_099,
    amount_due: 27_599,
    amount_paid: 27_599,
    starting_balance: -37_500,
    ending_balance: 0,
    status: 'paid',
  });
  expect(await balanceOf(plan)).toBe(0);
});

test('an update whose payer is asked waits, and is applied when the browser has answered', async () => {
  const plan = await halfway(cards.alwaysAuthenticates);
  const waiting = await toNew(plan, standard, { metadata: { plan: 'standard' } });
  expect(waiting).toMatchObject({
    status: 'active',
    metadata: {},
    pending_update: {
      expires_at: now.getTime() / 1000 + 23 * 3600,
      metadata: { plan: 'standard' },
      subscription_items: [{ id: itemOf(plan), price: { id: standard.id } }],
    },
  });
  expect(priceIn(waiting)).toBe(basic.id);
  expect(latestOf(waiting)).toMatchObject({ status: 'open', amount_due: 37_500, next_payment_attempt: null });
  expect((await world.authenticate(secretOf(waiting), 'complete')).body.status).toBe('succeeded');
  const changed = await read(plan);
  expect(changed).toMatchObject({ pending_update: null, metadata: { plan: 'standard' } });
  expect(priceIn(changed)).toBe(standard.id);
  const { data } = await world.stripe.events.list({ limit: 3 });
  expect(data.map(({ type }) => type)).toEqual([
    'customer.subscription.pending_update_applied',
    'customer.subscription.updated',
    'invoice.paid',
  ]);
});

test('an update whose card is declined waits, also after a restart, until another card pays it', async () => {
  const plan = await halfway(cards.attachesThenFails);
  const waiting = await toNew(plan, standard);
  expect(waiting.pending_update).not.toBeNull();
  expect(latestOf(waiting)).toMatchObject({ status: 'open', attempt_count: 1 });
  await world.close({ keepData: true });
  world = await openWorld({ dataDir: world.dataDir, clock: () => now });
  await expect(world.stripe.invoices.pay(latestOf(waiting).id ?? '')).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect(priceIn(await read(plan))).toBe(basic.id);
  // The customer's first card is still there.
  const cardsOf = await world.stripe.customers.listPaymentMethods(String(plan.customer));
  const good = cardsOf.data.find((card) => card.card?.last4 === '4242');
  const paid = await world.stripe.invoices.pay(latestOf(waiting).id ?? '', {
    payment_method: good?.id ?? '',
  });
  expect(paid.status).toBe('paid');
  const changed = await read(plan);
  expect(changed).toMatchObject({ pending_update: null, default_payment_method: good?.id });
  expect(priceIn(changed)).toBe(standard.id);
});

test('voiding its invoice drops the update, and what it had used of the balance comes back', async () => {
  const plan = await world.buyPlan(standard, cards.succeeds);
  later(14 * day);
  await toNew(plan, basic);
  await world.changeCard(plan, cards.attachesThenFails);
  const waiting = await toNew(plan, premium);
  expect(latestOf(waiting)).toMatchObject({ total: 80_000, amount_due: 42_500 });
  expect(await balanceOf(plan)).toBe(0);
  const voided = await world.stripe.invoices.voidInvoice(latestOf(waiting).id ?? '');
  expect(voided.status).toBe('void');
  const after = await read(plan);
  expect(after).toMatchObject({ pending_update: null, status: 'active' });
  expect(priceIn(after)).toBe(basic.id);
  expect(await balanceOf(plan)).toBe(-37_500);
  expect((await world.pay(secretOf(waiting), cards.succeeds)).status).toBe(400);
  await expect(world.stripe.invoices.voidInvoice(voided.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
  await expect(world.stripe.invoices.pay(voided.id ?? '')).rejects.toMatchObject({
    message: 'Voided invoices cannot be paid.',
  });
});

test('an update that nobody pays is dropped after 23 hours', async () => {
  const plan = await halfway(cards.attachesThenFails);
  const { latest_invoice: invoice } = await toNew(plan, standard);
  later(23 * 3600 - 1);
  expect((await read(plan)).pending_update).not.toBeNull();
  later(1);
  const after = await read(plan);
  expect(after.pending_update).toBeNull();
  expect(priceIn(after)).toBe(basic.id);
  expect(latestOf(after)).toMatchObject({ id: (invoice as Stripe.Invoice).id, status: 'void' });
  const { data } = await world.stripe.events.list({ limit: 1 });
  expect(data[0]?.type).toBe('customer.subscription.pending_update_expired');
});

test('an update does not wait beyond its period, whose successor is of the old price', async () => {
  const plan = await world.buyPlan(basic, cards.succeeds);
  await world.changeCard(plan, cards.attachesThenFails);
  now = new Date('2026-02-28T12:00:00Z');
  const waiting = await toNew(plan, standard);
  const end = new Date('2026-03-01T00:00:00Z');
  expect(waiting.pending_update?.expires_at).toBe(end.getTime() / 1000);
  now = end;
  const after = await read(plan);
  expect(after).toMatchObject({ pending_update: null, status: 'past_due' });
  expect(latestOf(after)).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_due: 65_099,
    status: 'open',
  });
  expect(await world.stripe.invoices.retrieve(latestOf(waiting).id ?? '')).toMatchObject({ status: 'void' });
});

test('another update takes the place of the one that waits', async () => {
  const plan = await halfway(cards.attachesThenFails);
  const first = await toNew(plan, standard);
  const second = await toNew(plan, premium);
  expect(second.pending_update?.subscription_items?.[0]?.price.id).toBe(premium.id);
  expect(latestOf(second).id).not.toBe(latestOf(first).id);
  expect(await world.stripe.invoices.retrieve(latestOf(first).id ?? '')).toMatchObject({ status: 'void' });
  await world.stripe.subscriptions.cancel(plan.id);
  expect(await read(plan)).toMatchObject({ status: 'canceled', pending_update: null });
  expect(latestOf(await read(plan))).toMatchObject({ status: 'void' });
});

test('an update that need not wait is carried out, and what it costs is owed', async () => {
  const plan = await halfway(cards.attachesThenFails);
  const changed = await toNew(plan, standard, { payment_behavior: 'allow_incomplete' });
  expect(changed).toMatchObject({ status: 'past_due', pending_update: null });
  expect(priceIn(changed)).toBe(standard.id);
  expect(latestOf(changed)).toMatchObject({ status: 'open', attempt_count: 1 });
  await world.pay(secretOf(changed), cards.succeeds);
  expect(await read(plan)).toMatchObject({ status: 'active' });
});

test('what may wait goes only with what the provider lets wait', async () => {
  const plan = await halfway();
  const card = String(plan.default_payment_method);
  await expect(toNew(plan, standard, { default_payment_method: card })).rejects.toMatchObject({
    statusCode: 400,
    param: 'default_payment_method',
    message: expect.stringMatching(/^When `payment_behavior` is set to `pending_if_incomplete`/) as string,
  });
  const changed = await toNew(plan, standard, { cancel_at_period_end: true, metadata: { a: 'b' } });
  expect(changed).toMatchObject({ cancel_at_period_end: true, metadata: { a: 'b' }, pending_update: null });
});

test('updates that can’t be are refused and change nothing', async () => {
  const plan = await halfway();
  const at = now.getTime() / 1000;
  await expect(toNew(plan, standard, { proration_date: at - 15 * day })).rejects.toMatchObject({
    param: 'proration_date',
  });
  await expect(toNew(plan, standard, { proration_date: at + 15 * day })).rejects.toMatchObject({
    param: 'proration_date',
  });
  await expect(
    world.stripe.subscriptions.update(plan.id, { items: [{ id: 'si_other', price: standard.id }] }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'items[0][id]' });
  await expect(
    world.stripe.subscriptions.update(plan.id, { items: [{ id: itemOf(plan), price: 'price_other' }] }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'items[0][price]' });
  expect(await read(plan)).toMatchObject({ latest_invoice: { id: plan.latest_invoice } });
  expect(latestOf(await toNew(plan, basic)).id).toBe(plan.latest_invoice);

  await world.stripe.subscriptions.cancel(plan.id);
  await expect(toNew(plan, standard)).rejects.toMatchObject({
    message: 'A canceled subscription can only update its cancellation_details and metadata.',
  });
  expect(await world.stripe.subscriptions.update(plan.id, { metadata: { why: 'moved' } })).toMatchObject({
    status: 'canceled',
    metadata: { why: 'moved' },
  });
  await expect(world.stripe.invoices.createPreview({ subscription: plan.id })).rejects.toMatchObject({
    statusCode: 404,
    code: 'invoice_upcoming_none',
  });
});

test('a payment that the bank must be asked about is an error of its own, with the intent', async () => {
  const plan = await halfway(cards.alwaysAuthenticates);
  const waiting = await toNew(plan, standard);
  const id = latestOf(waiting).id ?? '';
  await expect(world.stripe.invoices.pay(id)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
    payment_intent: { status: 'requires_action' },
  });
  await world.authenticate(secretOf(waiting), 'complete');
  await expect(world.stripe.invoices.pay(id)).rejects.toMatchObject({
    statusCode: 400,
    message: 'Invoice is already paid',
  });
  const other = await world.buyPlan(basic, cards.succeeds);
  const open = await world.buyPlan(basic, null);
  await expect(
    world.stripe.invoices.pay(String(open.latest_invoice), {
      payment_method: String(other.default_payment_method),
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'payment_method' });
  await expect(world.stripe.invoices.pay(String(open.latest_invoice))).rejects.toMatchObject({
    statusCode: 400,
    code: 'missing',
  });
});

test('invoices are listed by subscription, customer, status and time', async () => {
  const plan = await halfway();
  await toNew(plan, standard);
  const [update = '', first = ''] = (await world.stripe.invoices.list({ subscription: plan.id })).data.map(
    ({ id }) => id,
  );
  const ids = async (filter: Stripe.InvoiceListParams) =>
    (await world.stripe.invoices.list({ customer: String(plan.customer), ...filter })).data.map(
      ({ id }) => id,
    );
  const at = now.getTime() / 1000;
  expect(await ids({})).toEqual([update, first]);
  expect(await ids({ status: 'paid' })).toEqual([update, first]);
  expect(await ids({ status: 'open' })).toEqual([]);
  expect(await ids({ created: at })).toEqual([update]);
  expect(await ids({ created: { gte: at } })).toEqual([update]);
  expect(await ids({ created: { gt: at } })).toEqual([]);
  expect(await ids({ created: { lt: at } })).toEqual([first]);
  expect(await ids({ created: { lte: at } })).toEqual([update, first]);
});
