import type Stripe from 'stripe';
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

test('an update whose payer is asked waits, and is applied after the browser’s answer', async () => {
  const plan = await plans.halfway(cards.alwaysAuthenticates);
  const waiting = await plans.toNew(plan, plans.standard, { metadata: { plan: 'standard' } });
  expect(waiting).toMatchObject({
    status: 'active',
    metadata: {},
    pending_update: {
      expires_at: plans.now() + 23 * 3600,
      metadata: { plan: 'standard' },
      subscription_items: [{ id: itemOf(plan), price: { id: plans.standard.id } }],
    },
  });
  expect(priceIn(waiting)).toBe(plans.basic.id);
  expect(latestOf(waiting)).toMatchObject({ status: 'open', amount_due: 37_500, next_payment_attempt: null });
  expect((await plans.world.authenticate(secretOf(waiting), 'complete')).body.status).toBe('succeeded');
  const changed = await plans.read(plan);
  expect(changed).toMatchObject({ pending_update: null, metadata: { plan: 'standard' } });
  expect(priceIn(changed)).toBe(plans.standard.id);
  const { data } = await plans.world.stripe.events.list({ limit: 3 });
  expect(data.map(({ type }) => type)).toEqual([
    'customer.subscription.pending_update_applied',
    'customer.subscription.updated',
    'invoice.paid',
  ]);
});

test('an update whose card is declined waits, also after a restart, until another card pays it', async () => {
  const plan = await plans.halfway(cards.attachesThenFails);
  const waiting = await plans.toNew(plan, plans.standard);
  expect(waiting.pending_update).not.toBeNull();
  expect(latestOf(waiting)).toMatchObject({ status: 'open', attempt_count: 1 });
  await plans.restart();
  await expect(plans.world.stripe.invoices.pay(latestOf(waiting).id ?? '')).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect(priceIn(await plans.read(plan))).toBe(plans.basic.id);
  // The customer’s first card is still saved.
  const cardsOf = await plans.world.stripe.customers.listPaymentMethods(String(plan.customer));
  const good = cardsOf.data.find((card) => card.card?.last4 === '4242');
  const paid = await plans.world.stripe.invoices.pay(latestOf(waiting).id ?? '', {
    payment_method: good?.id ?? '',
  });
  expect(paid.status).toBe('paid');
  const changed = await plans.read(plan);
  expect(changed).toMatchObject({ pending_update: null, default_payment_method: good?.id });
  expect(priceIn(changed)).toBe(plans.standard.id);
});

test('voiding its invoice drops the update and returns its part of the balance', async () => {
  const plan = await plans.world.buyPlan(plans.standard, cards.succeeds);
  plans.later(14 * day);
  await plans.toNew(plan, plans.basic);
  await plans.world.changeCard(plan, cards.attachesThenFails);
  const waiting = await plans.toNew(plan, plans.premium);
  expect(latestOf(waiting)).toMatchObject({ total: 80_000, amount_due: 42_500 });
  expect(await plans.balanceOf(plan)).toBe(0);
  const voided = await plans.world.stripe.invoices.voidInvoice(latestOf(waiting).id ?? '');
  expect(voided.status).toBe('void');
  const after = await plans.read(plan);
  expect(after).toMatchObject({ pending_update: null, status: 'active' });
  expect(priceIn(after)).toBe(plans.basic.id);
  expect(await plans.balanceOf(plan)).toBe(-37_500);
  expect((await plans.world.pay(secretOf(waiting), cards.succeeds)).status).toBe(400);
  await expect(plans.world.stripe.invoices.voidInvoice(voided.id ?? '')).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(plans.world.stripe.invoices.pay(voided.id ?? '')).rejects.toMatchObject({
    message: 'Voided invoices cannot be paid.',
  });
});

test('a preview during a pending update shows the cost of the next one in its place', async () => {
  const plan = await plans.world.buyPlan(plans.standard, cards.succeeds);
  plans.later(14 * day);
  await plans.toNew(plan, plans.basic);
  await plans.world.changeCard(plan, cards.attachesThenFails);
  await plans.toNew(plan, plans.premium);
  const deluxe = await plans.world.priceOf('Deluxe plan', 300_000);
  const shown = await plans.world.stripe.invoices.createPreview({
    subscription: plan.id,
    subscription_details: {
      items: [{ id: itemOf(plan), price: deluxe.id }],
      proration_behavior: 'always_invoice',
    },
  });
  expect(shown).toMatchObject({ total: 117_450, amount_due: 79_950, starting_balance: -37_500 });
  const waiting = await plans.toNew(plan, deluxe);
  expect(linesOf(latestOf(waiting))).toEqual(linesOf(shown));
  expect(latestOf(waiting)).toMatchObject({ amount_due: 79_950, starting_balance: -37_500 });
  const page = await (await fetch(latestOf(waiting).hosted_invoice_url ?? '')).text();
  expect(page).toContain('<p class="total">$799.50 ');
  expect(page).toContain('<td>−$325.50</td>');
  expect(page).toContain('<th scope="row">Balance</th><td>−$375.00</td>');
});

test('an unpaid update is dropped after 23 hours', async () => {
  const plan = await plans.halfway(cards.attachesThenFails);
  const { latest_invoice: invoice } = await plans.toNew(plan, plans.standard);
  plans.later(23 * 3600 - 1);
  expect((await plans.read(plan)).pending_update).not.toBeNull();
  plans.later(1);
  const after = await plans.read(plan);
  expect(after.pending_update).toBeNull();
  expect(priceIn(after)).toBe(plans.basic.id);
  expect(latestOf(after)).toMatchObject({ id: (invoice as Stripe.Invoice).id, status: 'void' });
  const { data } = await plans.world.stripe.events.list({ limit: 1 });
  expect(data[0]?.type).toBe('customer.subscription.pending_update_expired');
});

test('an update does not outlast its period, and the next one has the old price', async () => {
  const plan = await plans.world.buyPlan(plans.basic, cards.succeeds);
  await plans.world.changeCard(plan, cards.attachesThenFails);
  plans.goTo('2026-02-28T12:00:00Z');
  const waiting = await plans.toNew(plan, plans.standard);
  const end = '2026-03-01T00:00:00Z';
  expect(waiting.pending_update?.expires_at).toBe(Date.parse(end) / 1000);
  plans.goTo(end);
  const after = await plans.read(plan);
  expect(after).toMatchObject({ pending_update: null, status: 'active' });
  expect(latestOf(after)).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_due: 65_099,
    status: 'draft',
  });
  plans.later(3600);
  expect(await plans.read(plan)).toMatchObject({ status: 'past_due' });
  expect(await plans.world.stripe.invoices.retrieve(latestOf(waiting).id ?? '')).toMatchObject({
    status: 'void',
  });
});

test('another update replaces the pending one', async () => {
  const plan = await plans.halfway(cards.attachesThenFails);
  const first = await plans.toNew(plan, plans.standard);
  const second = await plans.toNew(plan, plans.premium);
  expect(second.pending_update?.subscription_items?.[0]?.price.id).toBe(plans.premium.id);
  expect(latestOf(second).id).not.toBe(latestOf(first).id);
  expect(await plans.world.stripe.invoices.retrieve(latestOf(first).id ?? '')).toMatchObject({
    status: 'void',
  });
  await plans.world.stripe.subscriptions.cancel(plan.id);
  expect(await plans.read(plan)).toMatchObject({ status: 'canceled', pending_update: null });
  expect(latestOf(await plans.read(plan))).toMatchObject({ status: 'void' });
});

test('an update that may wait allows only the parameters that the provider lets wait', async () => {
  const plan = await plans.halfway();
  const card = String(plan.default_payment_method);
  await expect(plans.toNew(plan, plans.standard, { default_payment_method: card })).rejects.toMatchObject({
    statusCode: 400,
    param: 'default_payment_method',
    message: expect.stringMatching(/^When `payment_behavior` is set to `pending_if_incomplete`/) as string,
  });
  const changed = await plans.toNew(plan, plans.standard, {
    cancel_at_period_end: true,
    metadata: { a: 'b' },
  });
  expect(changed).toMatchObject({ cancel_at_period_end: true, metadata: { a: 'b' }, pending_update: null });
});
