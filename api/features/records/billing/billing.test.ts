import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cleaning } from '../../../jobs/cleaning.ts';
import { PaymentRefused } from '../../../providers/payments/payments.ts';
import { aPayment, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { anInvoice } from '../../../testing/builders/invoices.ts';
import { intentOf, payWithCard, settled, visit } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { PaymentTable } from '../payments/payments.table.ts';
import type { InvoiceTable } from './billing.table.ts';
import { refundInvoices } from './invoice-refunds.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Stores a plan's invoice of October. @returns its id */
const invoiceOf = async (user_id: string, subscription_id: string, given: Partial<InvoiceTable>) =>
  (await anInvoice(server.deps.db, { user_id, subscription_id, ...given })).id;

/** Stores a payment begun in October. @returns its id */
async function aPaid(user_id: string, given: Partial<PaymentTable>) {
  const begun = { user_id, paid_at: null, created_at: '2026-10-01T00:00:00.000Z' };
  return (await aPayment(server.deps.db, { ...begun, ...given })).id;
}

test('a paid plan and a paid service are in the history, with their amounts and an invoice', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const service = await aService(db, { name: 'Gutter cleaning', price_cents: 16_500 });
  const client = await server.as(user);
  expect((await client.call('listBillingHistory')).body).toEqual([]);

  const { body: plan } = await client.call('createSubscription', { body: { tier: 'standard' } });
  await settled(server);
  expect((await client.call('listBillingHistory')).body).toEqual([]);
  await payWithCard(server, plan.clientSecret);
  const { body: begun } = await client.call('createPaymentIntent', {
    body: {
      serviceId: service.id,
      bookingData: visit,
    },
  });
  expect(await payWithCard(server, begun.clientSecret)).toMatchObject({ intent: 'succeeded' });
  await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(begun.clientSecret), serviceId: service.id },
  });
  await settled(server);

  const { body: history } = await client.call('listBillingHistory');
  const now = server.clock.now().getTime() / 1000;
  for (const item of history) expect(Math.abs(item.created - now)).toBeLessThan(60);
  const invoice = history.find((item) => item.id.startsWith('in_'));
  expect(invoice).toMatchObject({
    amount_paid: 140_099,
    description: 'Standard Plan – 12 hours',
    status: 'paid',
  });
  const page = await fetch(invoice?.hosted_invoice_url ?? '');
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('1,400.99')]);
  expect(history.find((item) => item !== invoice)).toMatchObject({
    amount_paid: 16_500,
    description: 'Gutter cleaning',
    status: 'paid',
    hosted_invoice_url: null,
  });
  expect(history).toHaveLength(2);
});

test('unpaid attempts are left out; refunds, open and failed renewals are shown', async () => {
  const user = await aUser(server.deps.db);
  const plan = await aPlan(server.deps.db, { user_id: user.id });
  const named = {
    [await invoiceOf(user.id, plan.id, { status: 'open', amount_paid_cents: 0 })]: 'open',
    [await invoiceOf(user.id, plan.id, { status: 'uncollectible', amount_paid_cents: 0 })]: 'failed',
    [await aPaid(user.id, { status: 'refunded' })]: 'refunded',
    [await aPaid(user.id, { status: 'booked' })]: 'paid',
    [`in_${plan.id.slice(0, 8)}`]: 'paid',
  };
  await invoiceOf(user.id, plan.id, { status: 'draft' });
  await invoiceOf(user.id, plan.id, { status: 'void' });
  await invoiceOf(user.id, plan.id, { status: 'open', billing_reason: 'subscription_create' });
  for (const status of ['starting', 'awaiting', 'canceled'] as const) await aPaid(user.id, { status });

  const { body } = await (await server.as(user)).call('listBillingHistory');
  expect(Object.fromEntries(body.map((item) => [item.id, item.status]))).toEqual(named);
});

/** Follows `Link` to the end. */
async function pages(client: Client, limit: number) {
  const found = [];
  let path: string | undefined = `/api/billing-history?limit=${limit}`;
  while (path) {
    const response: Response = await client.raw('GET', path);
    found.push((await response.json()) as { id: string; created: number }[]);
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return found;
}

test('pages follow without a gap or a repeat, newest first, also within one instant', async () => {
  const user = await aUser(server.deps.db);
  const plan = await aPlan(server.deps.db, { user_id: user.id });
  const ids = [`in_${plan.id.slice(0, 8)}`];
  for (let day = 1; day <= 5; day += 1) {
    const at = { created_at: `2026-09-0${day}T00:00:00.000Z` };
    ids.push(await invoiceOf(user.id, plan.id, at), await aPaid(user.id, at), await aPaid(user.id, at));
  }
  const client = await server.as(user);
  const found = await pages(client, 3);
  expect(found.map((page) => page.length)).toEqual([3, 3, 3, 3, 3, 1]);
  const items = found.flat();
  expect(items.map((item) => item.id).sort()).toEqual(ids.sort());
  expect(items.map((item) => item.created)).toEqual(items.map((item) => item.created).sort((a, b) => b - a));
  expect((await client.raw('GET', '/api/billing-history?cursor=nothing')).status).toBe(400);
});

test('another person’s history cannot be read', async () => {
  const plan = await aPlan(server.deps.db);
  const stranger = await server.as(await aUser(server.deps.db));
  expect((await stranger.call('listBillingHistory')).body).toEqual([]);
  expect(await (await server.as(plan.user_id)).call('listBillingHistory')).toMatchObject({ body: [{}] });
});

test('a paid invoice without a date from an older release gets one; no other does', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const plan = await aPlan(db, { user_id: user.id });
  const [paid, open] = [
    await invoiceOf(user.id, plan.id, { paid_at: null }),
    await invoiceOf(user.id, plan.id, { paid_at: null, status: 'open' }),
  ];
  await cleaning(server.deps, new AbortController().signal);
  const dateOf = async (id: string) =>
    (await db.selectFrom('invoices').select('paid_at').where('id', '=', id).executeTakeFirst())?.paid_at;
  expect([await dateOf(paid), await dateOf(open)]).toEqual(['2026-10-01T00:00:00.000Z', null]);
});

test('failing refunds of plans delay no others: one round makes all due ones, each once', async () => {
  const { db, payments } = server.deps;
  const user = await aUser(db);
  const { id: plan } = await aPlan(db, { user_id: user.id });
  const due = Array.from({ length: 120 }, (_, n) => `in_due_${String(n).padStart(3, '0')}`);
  for (const id of due) await invoiceOf(user.id, plan, { id, refund_state: 'due' });
  const last = due.at(-1);
  const readIds: string[] = [];
  const reads = vi.spyOn(payments, 'readIntentOf').mockImplementation(async (id) => {
    readIds.push(id);
    if (id !== last) throw new Error('this one can’t be read');
    return null;
  });
  await refundInvoices(server.deps, new AbortController().signal);
  reads.mockRestore();
  expect(readIds).toEqual(due);
  const trouble = await db
    .selectFrom('invoices')
    .select('id')
    .where('refund_trouble', 'is not', null)
    .execute();
  expect(trouble).toEqual([{ id: last }]);
});

test('a refusal asks for a person only if the refund has not been made meanwhile', async () => {
  const { db, payments } = server.deps;
  const user = await aUser(db);
  const { id: plan } = await aPlan(db, { user_id: user.id });
  const id = await invoiceOf(user.id, plan, { id: 'in_meanwhile', refund_state: 'due' });
  const reads = vi.spyOn(payments, 'readIntentOf').mockImplementation(async (intentId) => {
    if (intentId !== id) throw new Error('this one can’t be read');
    // The provider's event about the refund comes before its refusal of the call.
    await db.updateTable('invoices').set({ refund_state: 'made' }).where('id', '=', id).execute();
    throw new PaymentRefused('It is refunded already.', 'charge_already_refunded');
  });
  await refundInvoices(server.deps, new AbortController().signal);
  reads.mockRestore();
  const { refund_trouble } = await db
    .selectFrom('invoices')
    .select('refund_trouble')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(refund_trouble).toBeNull();
});
