import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { plans } from '../../../../contract/rules/plans.ts';
import { aDashboardServer } from '../../../../testing/builders/dashboard-server.ts';
import { aPayingMember, muchLater } from '../../../../testing/builders/plans.ts';
import { unclearOf } from '../../../../testing/builders/unclear.ts';
import { paymentsSandbox, payWithCard } from '../../../../testing/outside/cards.ts';
import type { Dashboard } from '../../../../testing/outside/dashboard.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';

/** What the owner does to a plan's invoices; each test is a row of docs/owners-deeds.md. */
let server: TestServer;
let dashboard: Dashboard;
aDashboardServer((at) => {
  ({ server, dashboard } = at);
});

type Invoice = Parameters<Parameters<typeof dashboard.alter<'invoice'>>[1]>[0];
/** Changes the invoice of the second month, whose creation follows. */
const alterRenewal = (change: (invoice: Invoice) => Partial<Invoice>) =>
  dashboard.alter('invoice', (invoice) =>
    invoice.billing_reason === 'subscription_cycle' ? { ...invoice, ...change(invoice) } : invoice,
  );
const alterFirst = (change: (invoice: Invoice) => Partial<Invoice>) =>
  dashboard.alter('invoice', (invoice) =>
    invoice.billing_reason === 'subscription_create' ? { ...invoice, ...change(invoice) } : invoice,
  );
/** The invoice as one that is not paid by card. */
const unpaid = (status: Invoice['status']) => (invoice: Invoice) => ({
  status,
  amount_paid: 0,
  status_transitions: { ...invoice.status_transitions, paid_at: null },
});
const aMonthLater = () => muchLater(server, { days: 32 });
const one = { kind: 'period', tier: 'basic', minutes: 300 };

test('an invoice is voided', async () => {
  const { grants, plan, client } = await aPayingMember(server, 'basic');
  alterRenewal(unpaid('void'));
  await aMonthLater();
  expect(await grants()).toEqual([one]);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active', owed: null });
  expect((await client.call('listBillingHistory')).body).toHaveLength(1);
});

test('an invoice is marked uncollectible', async () => {
  const { grants, plan, letters } = await aPayingMember(server, 'basic');
  alterRenewal(unpaid('uncollectible'));
  await aMonthLater();
  expect(await grants()).toEqual([one]);
  expect(await plan()).toMatchObject({ tier: 'basic', owed: null });
  expect(await letters()).toEqual([]);
});

test('an uncollectible invoice is paid after all', async () => {
  const { user, grants } = await aPayingMember(server, 'basic');
  alterRenewal(unpaid('uncollectible'));
  await aMonthLater();
  expect(await grants()).toEqual([one]);
  dashboard.restore();
  await dashboard.announce('invoice.paid', await invoiceOf(user.id));
  expect(await grants()).toEqual([one, one]);
});

test('an invoice is marked as paid outside of the provider', async () => {
  const { grants, client } = await aPayingMember(server, 'basic');
  alterRenewal(({ amount_due }) => ({ amount_paid: 0, amount_paid_off_stripe: amount_due }));
  await aMonthLater();
  expect(await grants()).toEqual([one, one]);
  const [newest, first] = (await client.call('listBillingHistory')).body;
  expect(newest).toMatchObject({ status: 'paid', amount_paid: first?.amount_paid });
});

test('a credit note covers an unpaid invoice', async () => {
  const { grants, plan } = await aPayingMember(server, 'basic');
  alterRenewal(({ total }) => ({ amount_paid: 0, amount_due: 0, pre_payment_credit_notes_amount: total }));
  await aMonthLater();
  expect(await grants()).toEqual([one]);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active', owed: null });
});

test('a credit note lowers an unpaid invoice, and the rest is paid', async () => {
  const { grants } = await aPayingMember(server, 'basic');
  alterRenewal(({ total }) => ({ amount_paid: total - 1000, pre_payment_credit_notes_amount: 1000 }));
  await aMonthLater();
  expect(await grants()).toEqual([one, one]);
});

test('a credit note turns a paid invoice into a credit of the customer', async () => {
  const { user, grants, charged } = await aPayingMember(server, 'basic');
  const before = await charged();
  alterFirst(({ total }) => ({ post_payment_credit_notes_amount: total }));
  await dashboard.announce('invoice.paid', await invoiceOf(user.id));
  expect(await grants()).toEqual([one]);
  expect(await charged()).toEqual(before);
});

test('a credit of the customer pays a renewal', async () => {
  const { grants, plan } = await aPayingMember(server, 'basic');
  alterRenewal(({ total }) => ({
    amount_paid: 0,
    amount_due: 0,
    starting_balance: -total,
    ending_balance: 0,
  }));
  await aMonthLater();
  expect(await grants()).toEqual([one, one]);
  expect(await plan()).toMatchObject({ tier: 'basic', status: 'active' });
});

test('a credit of the customer covers the first invoice', async () => {
  const { user, client } = await aPayingMember(server, 'basic');
  const { customer_id } = await server.deps.db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await dashboard.act('DELETE', `customers/${customer_id}`);
  const { payments } = server.deps;
  const create = payments.createSubscription;
  vi.spyOn(payments, 'createSubscription').mockImplementation(async (input) => {
    const begun = await create(input);
    // The provider pays the invoice at once, and there is nothing to confirm.
    paymentsSandbox(server).control({ loseWebhooks: 1000 });
    await payWithCard(server, begun.clientSecret);
    return { ...begun, status: 'active', clientSecret: null };
  });
  vi.spyOn(payments, 'readCredit').mockResolvedValue(plans.deluxe.priceCents);
  const attempt = (byCredit: boolean) =>
    client.call('createSubscription', { body: { tier: 'deluxe', byCredit }, idempotencyKey });
  const idempotencyKey = randomUUID();
  expect((await attempt(false)).body.code).toBe('credit_pays');
  const begun = await attempt(true);
  expect(begun).toMatchObject({ status: 200, body: { clientSecret: null } });
  expect((await client.call('readUser')).body.subscriptionTier).toBe('deluxe');
});

test('an item is added to a draft of a renewal', async () => {
  const { user, grants, plan } = await aPayingMember(server, 'basic');
  alterRenewal((invoice) => {
    const [line] = invoice.lines.data;
    if (!line) throw new Error('The renewal has no line');
    const extra = {
      ...line,
      id: 'il_extra',
      amount: 2000,
      period: { start: invoice.created, end: invoice.created },
      parent: {
        type: 'invoice_item_details' as const,
        subscription_item_details: null,
        invoice_item_details: {
          invoice_item: 'ii_1',
          proration: false,
          proration_details: null,
          subscription: null,
        },
      },
      pricing: line.pricing && { ...line.pricing, price_details: { price: 'price_x', product: 'prod_x' } },
    };
    return { lines: { ...invoice.lines, data: [line, extra] } };
  });
  await aMonthLater();
  expect(await grants()).toEqual([one, one]);
  const { period_end } = await server.deps.db
    .selectFrom('hour_grants')
    .select('period_end')
    .where('user_id', '=', user.id)
    .orderBy('period_end', 'desc')
    .executeTakeFirstOrThrow();
  expect(period_end).toBe((await plan()).currentPeriodEnd);
});

test('an invoice has a state that is new to us', async () => {
  const { user, grants, plan, change } = await aPayingMember(server, 'basic');
  alterRenewal((invoice) => ({ ...unpaid('paid')(invoice), status: 'frosted' as 'paid' }));
  await aMonthLater();
  expect(await grants()).toEqual([one]);
  expect(await plan()).toMatchObject({ tier: 'basic', owed: null });
  expect((await change({ cancelAtPeriodEnd: true })).status).toBe(200);
  expect(await unclearOf(server, user)).toEqual([['status', 'frosted']]);
  const kept = await server.deps.db
    .selectFrom('invoices')
    .select('status')
    .where('user_id', '=', user.id)
    .execute();
  expect(kept).toEqual([{ status: 'paid' }]);
});

/** The newest invoice in our books, as an event names it. */
async function invoiceOf(userId: string) {
  const row = await server.deps.db
    .selectFrom('invoices as i')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(['i.id', 's.provider_id'])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { object: 'invoice', id: row.id, subscription: row.provider_id };
}
