import { cards } from '@hearthkeep/payments-sandbox/testing';
import { expect, test } from 'vitest';
import { alteredPayments } from '../../testing/outside/altered-payments.ts';
import { aWorldFor, type World } from '../../testing/outside/payments-world.ts';
import { checkStripe } from './stripe-check.ts';

let world: World;
aWorldFor('file', (opened) => {
  world = opened;
});

/** A price of the Basic plan as an operator makes it by hand: for our product, without metadata. */
async function priceByHand(lookup_key: string) {
  const { stripe } = world;
  await stripe.products.create({ id: 'hearthkeep_basic', name: 'Basic Plan' });
  return stripe.prices.create({
    product: 'hearthkeep_basic',
    unit_amount: 65_099,
    currency: 'aud',
    recurring: { interval: 'month' },
    lookup_key,
  });
}

test('a plan is recognised by its product, whatever its price’s metadata; another product’s has no version of ours', async () => {
  const { payments } = world;
  const ours = await world.buyPlan(await priceByHand('hearthkeep_basic_65099_aud'), cards.succeeds);
  expect(await payments.readSubscription(ours.id)).toMatchObject({ id: ours.id, versionId: 'basic' });
  const other = await world.buyPlan(await world.priceOf('Newsletter', 900), cards.succeeds);
  expect(await payments.readSubscription(other.id)).toMatchObject({ id: other.id, versionId: null });

  const findings = await checkStripe({
    ...world.sandbox.keys,
    api: world.api,
    webhookUrl: `${world.origin}/webhook`,
    plans: [
      { tier: 'basic', versionId: 'basic', amountCents: 65_099, currency: 'aud', productName: 'Basic Plan' },
    ],
    create: false,
  });
  expect(findings.at(-1)).toMatchObject({ state: 'good', subject: 'Basic Plan, 650.99 aud a month' });
});

test('an invoice paid while it is read is paid or under way, never declined', async () => {
  const plan = await world.buyPlan(await world.priceOf('Basic Plan', 65_099), cards.succeeds);
  const id = String(plan.latest_invoice);
  const [payment] = (await world.stripe.invoicePayments.list({ invoice: id })).data;
  const secret = (await world.stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent)))
    .client_secret;
  for (const [stale, state] of [
    [1, 'paid'],
    [2, 'processing'],
  ] as const) {
    let left: number = stale;
    const altered = await alteredPayments(world, (path, answer) => {
      if (!path.startsWith(`/v1/invoices/${id}`) || left === 0) return answer;
      left -= 1;
      const confirmation_secret = { client_secret: secret, type: 'payment_intent' };
      return { ...answer, status: 'open', confirmation_secret };
    });
    expect(await altered.payments.readInvoicePayment(id)).toEqual({ invoiceId: id, state });
    await altered.close();
  }
});

test('an invoice’s plan is the one that it charges for, also if the sum rounds to zero', async () => {
  const plan = await world.buyPlan(await world.priceOf('Basic Plan', 65_099), cards.succeeds);
  const id = String(plan.latest_invoice);
  const line = (product: string, amount: number, credited: object | null) => ({
    amount,
    description: product,
    period: { start: 1, end: 2 },
    parent: { subscription_item_details: { proration_details: { credited_items: credited } } },
    pricing: { price_details: { product } },
  });
  const credit = { invoice: 'in_1', invoice_line_items: ['il_1'] };
  const versionOf = async (...lines: object[]) => {
    const altered = await alteredPayments(world, (_, answer) => ({ ...answer, lines: { data: lines } }));
    const read = await altered.payments.readInvoice(id);
    await altered.close();
    return read?.versionId;
  };
  const before = line('hearthkeep_basic', -1, credit);
  expect(await versionOf(before, line('hearthkeep_standard', 0, null))).toBe('standard');
  expect(await versionOf({ ...before, amount: 0 }, line('hearthkeep_standard', 0, null))).toBe('standard');
  expect(await versionOf(line('hearthkeep_standard', 0, null), { ...before, amount: 0 })).toBe('standard');
  expect(await versionOf(before)).toBeNull();
});
