import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemOf, latestOf, linesOf, openPlans, type Plans, priceIn, secretOf } from '../testing/plans.ts';
import { cards } from '../testing/world.ts';

const day = 24 * 3600;

let plans: Plans;
beforeEach(async () => {
  plans = await openPlans();
});
afterEach(async () => {
  expect(plans.world.failures).toEqual([]);
  await plans.world.close();
});

test('a higher price is charged at once, exact to the second, as previewed', async () => {
  const plan = await plans.halfway();
  const shown = await plans.world.stripe.invoices.createPreview({
    subscription: plan.id,
    subscription_details: {
      items: [{ id: itemOf(plan), price: plans.standard.id }],
      proration_behavior: 'always_invoice',
      proration_date: plans.now(),
    },
  });
  expect(linesOf(shown)).toEqual([
    ['Unused time on Basic plan after 15 Feb 2026', -32_550, true],
    ['Remaining time on Standard plan after 15 Feb 2026', 70_050, true],
  ]);
  expect(shown).toMatchObject({ amount_due: 37_500, total: 37_500, status: 'draft' });
  await expect(plans.world.stripe.invoices.retrieve(shown.id ?? '')).rejects.toMatchObject({
    statusCode: 404,
  });
  expect(await plans.read(plan)).toMatchObject({ pending_update: null });
  expect(priceIn(await plans.read(plan))).toBe(plans.basic.id);

  const at = plans.now();
  plans.later(600);
  const changed = await plans.toNew(plan, plans.standard, { proration_date: at });
  expect(changed).toMatchObject({ status: 'active', pending_update: null });
  expect(priceIn(changed)).toBe(plans.standard.id);
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
        { period: { start: at }, pricing: { price_details: { product: plans.basic.product } } },
        { period: { start: at }, pricing: { price_details: { product: plans.standard.product } } },
      ],
    },
  });
  plans.goTo('2026-03-01T01:00:00Z');
  expect(latestOf(await plans.read(plan))).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_paid: 140_099,
  });
});

test('a price without proration counts from the next invoice on', async () => {
  const plan = await plans.world.buyPlan(plans.standard, cards.succeeds);
  plans.later(14 * day);
  const changed = await plans.toNew(plan, plans.basic, {
    proration_behavior: 'none',
    payment_behavior: 'allow_incomplete',
  });
  expect(priceIn(changed)).toBe(plans.basic.id);
  expect(latestOf(changed).id).toBe(plan.latest_invoice);
  const next = await plans.world.stripe.invoices.createPreview({ subscription: plan.id });
  expect(next).toMatchObject({ amount_due: 65_099, billing_reason: 'upcoming' });
  plans.goTo('2026-03-01T01:00:00Z');
  expect(latestOf(await plans.read(plan))).toMatchObject({ amount_paid: 65_099, status: 'paid' });
});

test('time is credited at the price really paid', async () => {
  const plan = await plans.world.buyPlan(plans.standard, cards.succeeds);
  await plans.toNew(plan, plans.basic, { proration_behavior: 'none' });
  plans.later(14 * day);
  const changed = await plans.toNew(plan, plans.premium);
  expect(linesOf(latestOf(changed))).toEqual([
    ['Unused time on Standard plan after 15 Feb 2026', -70_050, true],
    ['Remaining time on Premium plan after 15 Feb 2026', 112_550, true],
  ]);
  plans.later(7 * day);
  expect(linesOf(latestOf(await plans.toNew(plan, plans.standard)))).toEqual([
    ['Unused time on Premium plan after 22 Feb 2026', -56_275, true],
    ['Remaining time on Standard plan after 22 Feb 2026', 35_025, true],
  ]);
});

test('a lower price’s credit goes to the balance, which pays the next invoice', async () => {
  const plan = await plans.world.buyPlan(plans.standard, cards.succeeds);
  plans.later(14 * day);
  const changed = await plans.toNew(plan, plans.basic);
  expect(priceIn(changed)).toBe(plans.basic.id);
  expect(latestOf(changed)).toMatchObject({
    total: -37_500,
    amount_due: 0,
    status: 'paid',
    starting_balance: 0,
    ending_balance: -37_500,
    confirmation_secret: null,
  });
  expect(await plans.balanceOf(plan)).toBe(-37_500);
  plans.goTo('2026-03-01T01:00:00Z');
  expect(latestOf(await plans.read(plan))).toMatchObject({
    total: 65_099,
    amount_due: 27_599,
    amount_paid: 27_599,
    starting_balance: -37_500,
    ending_balance: 0,
    status: 'paid',
  });
  expect(await plans.balanceOf(plan)).toBe(0);
});

test('an update that need not wait is applied, and its cost is owed', async () => {
  const plan = await plans.halfway(cards.attachesThenFails);
  const changed = await plans.toNew(plan, plans.standard, { payment_behavior: 'allow_incomplete' });
  expect(changed).toMatchObject({ status: 'past_due', pending_update: null });
  expect(priceIn(changed)).toBe(plans.standard.id);
  expect(latestOf(changed)).toMatchObject({ status: 'open', attempt_count: 1 });
  await plans.world.pay(secretOf(changed), cards.succeeds);
  expect(await plans.read(plan)).toMatchObject({ status: 'active' });
});

test('invalid updates are refused and change nothing', async () => {
  const plan = await plans.halfway();
  const at = plans.now();
  await expect(plans.toNew(plan, plans.standard, { proration_date: at - 15 * day })).rejects.toMatchObject({
    param: 'proration_date',
  });
  await expect(plans.toNew(plan, plans.standard, { proration_date: at + 15 * day })).rejects.toMatchObject({
    param: 'proration_date',
  });
  await expect(
    plans.toNew(plan, plans.standard, { proration_behavior: 'create_prorations' }),
  ).rejects.toMatchObject({
    param: 'proration_behavior',
  });
  await expect(
    plans.world.stripe.subscriptions.update(plan.id, {
      items: [{ id: 'si_other', price: plans.standard.id }],
    }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'items[0][id]' });
  await expect(
    plans.world.stripe.subscriptions.update(plan.id, { items: [{ id: itemOf(plan), price: 'price_other' }] }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'items[0][price]' });
  expect(await plans.read(plan)).toMatchObject({ latest_invoice: { id: plan.latest_invoice } });
  expect(latestOf(await plans.toNew(plan, plans.basic)).id).toBe(plan.latest_invoice);

  await plans.world.stripe.subscriptions.cancel(plan.id);
  plans.later(60 * day);
  await expect(plans.toNew(plan, plans.standard)).rejects.toMatchObject({
    message: 'A canceled subscription can only update its cancellation_details and metadata.',
  });
  expect(
    await plans.world.stripe.subscriptions.update(plan.id, { metadata: { why: 'moved' } }),
  ).toMatchObject({
    status: 'canceled',
    metadata: { why: 'moved' },
  });
  await expect(plans.world.stripe.invoices.createPreview({ subscription: plan.id })).rejects.toMatchObject({
    statusCode: 404,
    code: 'invoice_upcoming_none',
  });
});
