import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';

let world: World;
aWorldFor(
  'file',
  (opened) => {
    world = opened;
  },
  { clock: () => new Date('2026-01-31T10:00:00Z') },
);

let attempts = 0;
async function newPlan(amountCents = 140_099) {
  const attempt = `attempt-${++attempts}`;
  const customerId = await world.payments.createCustomer({
    userId: 'u1',
    email: 'ann@example.com',
    name: 'Ann',
    attempt,
  });
  const plan = {
    customerId,
    tier: 'standard',
    versionId: 'standard',
    amountCents,
    currency: 'aud',
    productName: 'Standard plan',
    metadata: { userId: 'u1' },
    attempt,
  };
  return { plan, subscription: await world.payments.createSubscription(plan) };
}

test('a plan is incomplete until its first invoice is paid', async () => {
  const { subscription } = await newPlan();
  expect(subscription).toMatchObject({
    status: 'incomplete',
    versionId: 'standard',
    currentPeriodStart: '2026-01-31T10:00:00.000Z',
    currentPeriodEnd: '2026-02-28T10:00:00.000Z',
    cancelAtPeriodEnd: false,
    metadata: { userId: 'u1' },
    dueCents: 140_099,
  });
  const { clientSecret, dueCents } = subscription;
  expect(await world.payments.readPlanPayable(subscription.id)).toEqual({ clientSecret, dueCents });
  expect(await world.pay(subscription.clientSecret, cards.succeeds)).toMatchObject({
    body: { status: 'succeeded' },
  });
  const active = await world.payments.readSubscription(subscription.id);
  expect(active).toMatchObject({ status: 'active', latestInvoiceId: subscription.latestInvoiceId });
  const [invoice, ...others] = await world.payments.listInvoices(subscription.id);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    id: subscription.latestInvoiceId,
    subscriptionId: subscription.id,
    status: 'paid',
    billingReason: 'subscription_create',
    amountPaidCents: 140_099,
    currency: 'aud',
    description: '1 × Standard plan (at $1400.99 / month)',
    periodStart: '2026-01-31T10:00:00.000Z',
    periodEnd: '2026-02-28T10:00:00.000Z',
  });
  expect(await world.payments.readInvoice(invoice?.id ?? '')).toEqual(invoice);
});

test('the card that paid the plan is saved for the next month', async () => {
  const { subscription } = await newPlan();
  await world.pay(subscription.clientSecret, cards.succeeds);
  const { data } = await world.stripe.paymentMethods.list({ customer: subscription.customerId });
  expect(data.map((method) => method.card?.last4)).toEqual(['4242']);
  const whole = await world.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['default_payment_method'],
  });
  expect(whole.default_payment_method).toMatchObject({ id: data[0]?.id, customer: subscription.customerId });
});

test('a declined first payment leaves the plan incomplete and its invoice open', async () => {
  const { subscription } = await newPlan();
  expect((await world.pay(subscription.clientSecret, cards.declined)).status).toBe(402);
  expect(await world.payments.readSubscription(subscription.id)).toMatchObject({ status: 'incomplete' });
  const [invoice] = await world.payments.listInvoices(subscription.id);
  expect(invoice).toMatchObject({ status: 'open', amountPaidCents: 0 });
  await world.pay(subscription.clientSecret, cards.asksForAuthentication);
  expect(await world.payments.readSubscription(subscription.id)).toMatchObject({ status: 'incomplete' });
  await world.authenticate(subscription.clientSecret, 'complete');
  expect(await world.payments.readSubscription(subscription.id)).toMatchObject({ status: 'active' });
});

test('the invoice names its payment, and the payment names the invoice', async () => {
  const { subscription } = await newPlan();
  const { body } = await world.pay(subscription.clientSecret, cards.succeeds);
  const { data } = await world.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: body.id },
    expand: ['data.invoice'],
  });
  expect(data).toMatchObject([
    { status: 'paid', amount_paid: 140_099, invoice: { id: subscription.latestInvoiceId, status: 'paid' } },
  ]);
});

test('a plan’s price is created once per amount and found again', async () => {
  await newPlan();
  await newPlan();
  await newPlan(150_000);
  const { data } = await world.stripe.prices.list({
    product: 'hearthkeep_standard',
    expand: ['data.product'],
  });
  expect(data.map((price) => [price.lookup_key, price.unit_amount_decimal?.toString()])).toEqual([
    ['hearthkeep_standard_150000_aud', '150000'],
    ['hearthkeep_standard_140099_aud', '140099'],
  ]);
  expect(data[0]?.product).toMatchObject({ name: 'Standard plan' });
});

test('plans started at once share one price', async () => {
  await Promise.all([newPlan(99_900), newPlan(99_900), newPlan(99_900)]);
  const { data } = await world.stripe.prices.list({ lookup_keys: ['hearthkeep_standard_99900_aud'] });
  expect(data).toHaveLength(1);
});

test('an invoice’s page opens only at its own address', async () => {
  const { subscription } = await newPlan();
  await world.pay(subscription.clientSecret, cards.succeeds);
  const [invoice] = await world.payments.listInvoices(subscription.id);
  const address = invoice?.hostedInvoiceUrl ?? '';
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('$1,400.99');
  expect((await fetch(`${address.slice(0, -4)}AAAA`)).status).toBe(404);
});

test('a paid plan is cancelled; an unpaid one expires with its payment', async () => {
  const paid = (await newPlan()).subscription;
  await world.pay(paid.clientSecret, cards.succeeds);
  expect(await world.stripe.subscriptions.cancel(paid.id)).toMatchObject({ status: 'canceled' });

  const unpaid = (await newPlan()).subscription;
  expect(await world.stripe.subscriptions.cancel(unpaid.id)).toMatchObject({ status: 'incomplete_expired' });
  const [invoice] = await world.payments.listInvoices(unpaid.id);
  expect(invoice?.status).toBe('void');
  expect((await world.pay(unpaid.clientSecret, cards.succeeds)).status).toBe(400);
});

test('a seeded plan reads like a bought one, and a second seeding changes nothing', async () => {
  const seed = {
    customerId: 'cus_seeded',
    email: 'member@example.com',
    name: 'Mia Member',
    subscriptionId: 'sub_seeded',
    tier: 'standard',
    productName: 'Standard plan',
    amountCents: 140_099,
    currency: 'aud',
    invoices: [
      {
        id: 'in_seeded1',
        periodStart: new Date('2025-12-15T00:00:00Z'),
        periodEnd: new Date('2026-01-15T00:00:00Z'),
      },
      {
        id: 'in_seeded2',
        periodStart: new Date('2026-01-15T00:00:00Z'),
        periodEnd: new Date('2026-02-15T00:00:00Z'),
      },
    ],
    metadata: { userId: 'member' },
  };
  world.sandbox.seedPlan(seed);
  world.sandbox.seedPlan(seed);
  expect(await world.payments.readSubscription('sub_seeded')).toEqual({
    id: 'sub_seeded',
    customerId: 'cus_seeded',
    status: 'active',
    versionId: 'standard',
    currentPeriodStart: '2026-01-15T00:00:00.000Z',
    currentPeriodEnd: '2026-02-15T00:00:00.000Z',
    cancelAtPeriodEnd: false,
    isUpdatePending: false,
    latestInvoiceId: 'in_seeded2',
    unclear: [],
    metadata: { userId: 'member' },
  });
  const invoices = await world.payments.listInvoices('sub_seeded');
  expect(
    invoices.map(({ id, status, billingReason, amountPaidCents }) => ({
      id,
      status,
      billingReason,
      amountPaidCents,
    })),
  ).toEqual([
    { id: 'in_seeded2', status: 'paid', billingReason: 'subscription_cycle', amountPaidCents: 140_099 },
    { id: 'in_seeded1', status: 'paid', billingReason: 'subscription_create', amountPaidCents: 140_099 },
  ]);
  const customer = await world.stripe.customers.retrieve('cus_seeded', {
    expand: ['invoice_settings.default_payment_method'],
  });
  expect(customer).toMatchObject({
    invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
  });
  expect((await world.stripe.paymentMethods.list({ customer: 'cus_seeded' })).data).toHaveLength(1);
});
