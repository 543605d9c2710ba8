import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { latestOf, openPlans, type Plans, priceIn, secretOf } from '../testing/plans.ts';
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

test('paying an invoice fails with an error of its own if the bank asks the payer; the error contains the intent', async () => {
  const plan = await plans.halfway(cards.alwaysAuthenticates);
  const waiting = await plans.toNew(plan, plans.standard);
  const id = latestOf(waiting).id ?? '';
  await expect(plans.world.stripe.invoices.pay(id)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
    payment_intent: { status: 'requires_action' },
  });
  await plans.world.authenticate(secretOf(waiting), 'complete');
  await expect(plans.world.stripe.invoices.pay(id)).rejects.toMatchObject({
    statusCode: 400,
    message: 'Invoice is already paid',
  });
  const other = await plans.world.buyPlan(plans.basic, cards.succeeds);
  const open = await plans.world.buyPlan(plans.basic, null);
  await expect(
    plans.world.stripe.invoices.pay(String(open.latest_invoice), {
      payment_method: String(other.default_payment_method),
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'payment_method' });
  await expect(plans.world.stripe.invoices.pay(String(open.latest_invoice))).rejects.toMatchObject({
    statusCode: 400,
    code: 'missing',
  });
});

test('a plan that was never paid keeps its items, and a voided first invoice ends it', async () => {
  const plan = await plans.world.buyPlan(plans.basic, null);
  await expect(plans.toNew(plan, plans.standard)).rejects.toMatchObject({ statusCode: 400, param: 'items' });
  await plans.world.stripe.invoices.voidInvoice(String(plan.latest_invoice));
  expect(await plans.read(plan)).toMatchObject({ status: 'incomplete_expired' });
});

test('a voided renewal is no longer owed', async () => {
  const plan = await plans.halfway(cards.attachesThenFails);
  plans.later(14 * day + 3600);
  const owing = await plans.read(plan);
  expect(owing.status).toBe('past_due');
  await plans.world.stripe.invoices.voidInvoice(latestOf(owing).id ?? '');
  expect(await plans.read(plan)).toMatchObject({ status: 'active' });
});

test('a sum too small to charge is left on the balance', async () => {
  const plan = await plans.halfway();
  const dearer = await plans.world.priceOf('Basic plan', 65_150);
  const changed = await plans.toNew(plan, dearer);
  expect(priceIn(changed)).toBe(dearer.id);
  expect(latestOf(changed)).toMatchObject({ total: 25, amount_due: 0, status: 'paid', ending_balance: 25 });
  plans.later(14 * day + 3600);
  expect(latestOf(await plans.read(plan))).toMatchObject({ amount_paid: 65_175 });
  expect(await plans.balanceOf(plan)).toBe(0);
});

test('events are listed by type and time', async () => {
  await plans.halfway();
  const types = async (filter: Stripe.EventListParams) =>
    (await plans.world.stripe.events.list(filter)).data.map(({ type }) => type);
  expect(await types({ types: ['invoice.paid', 'payment_intent.succeeded'] })).toEqual([
    'invoice.paid',
    'payment_intent.succeeded',
  ]);
  expect(await types({ created: { gt: plans.now() } })).toEqual([]);
});

test('invoices are listed by subscription, customer, status and time', async () => {
  const plan = await plans.halfway();
  await plans.toNew(plan, plans.standard);
  const [update = '', first = ''] = (
    await plans.world.stripe.invoices.list({ subscription: plan.id })
  ).data.map(({ id }) => id);
  const ids = async (filter: Stripe.InvoiceListParams) =>
    (await plans.world.stripe.invoices.list({ customer: String(plan.customer), ...filter })).data.map(
      ({ id }) => id,
    );
  const at = plans.now();
  expect(await ids({})).toEqual([update, first]);
  expect(await ids({ status: 'paid' })).toEqual([update, first]);
  expect(await ids({ status: 'open' })).toEqual([]);
  expect(await ids({ created: at })).toEqual([update]);
  expect(await ids({ created: { gte: at } })).toEqual([update]);
  expect(await ids({ created: { gt: at } })).toEqual([]);
  expect(await ids({ created: { lt: at } })).toEqual([first]);
  expect(await ids({ created: { lte: at } })).toEqual([update, first]);
});
