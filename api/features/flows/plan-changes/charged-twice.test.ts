import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PlanTier, planTiers } from '../../../contract/rules/plans.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import type { Payments } from '../../../providers/payments/payments.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { paymentsSandbox, payWithCard, settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => mend(server));
afterAll(() => server.close());

/** The number of plan starts that race their payments; all of them with FULL=1. */
const races = process.env.FULL === '1' ? 200 : 24;

/** A person who begins plans and pays every bill. */
async function aBuyer() {
  const { db, payments } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const begin = async (tier: PlanTier) => {
    const { status, body } = await client.call('createSubscription', { body: { tier } });
    return status === 200 ? body.clientSecret : body.code;
  };
  const pay = async (secret: string | null | undefined) =>
    secret?.includes('_secret_') ? (await payWithCard(server, secret)).status === 200 : false;
  const rows = () =>
    db.selectFrom('subscriptions').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute();
  /** The provider’s charges for plans, each with the plan’s state there. */
  const charged = async () => {
    const all = await Promise.all(
      (await rows()).map(async ({ provider_id: id }) => {
        const invoices = id ? await payments.listInvoices(id) : [];
        const state = id ? (await payments.readSubscription(id))?.status : null;
        return invoices.filter(({ status }) => status === 'paid').map(() => state);
      }),
    );
    return all.flat();
  };
  const grants = () => db.selectFrom('hour_grants').select('tier').where('user_id', '=', user.id).execute();
  const letters = () => db.selectFrom('notices').select('occasion').where('user_id', '=', user.id).execute();
  return { user, client, begin, pay, rows, charged, grants, letters };
}

const providerCalls = [
  'readSubscription',
  'listInvoices',
  'readInvoicePayment',
  'voidInvoice',
  'cancelSubscription',
  'createSubscription',
] as const satisfies (keyof Payments)[];

/** Does something just before our server’s nth call to the provider. @returns the number of calls */
function beforeAsking(nth: number, meanwhile: () => Promise<unknown>): () => number {
  const payments = server.deps.payments as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  let requests = 0;
  for (const call of providerCalls) {
    const real = payments[call]?.bind(payments);
    vi.spyOn(payments, call).mockImplementation(async (...args) => {
      const turn = requests;
      requests += 1;
      if (turn === nth) await meanwhile();
      return real?.(...args);
    });
  }
  return () => requests;
}

test('a plan paid while another is begun is never charged twice, and the paid one is kept', async () => {
  let goesOn = true;
  for (let nth = 0; goesOn; nth += 1) {
    const buyer = await aBuyer();
    const first = await buyer.begin('basic');
    await settled(server);
    // No webhook arrives; only our own check can find the payment.
    paymentsSandbox(server).control({ loseWebhooks: 1000 });
    const countRequests = beforeAsking(nth, () => buyer.pay(first));
    await buyer.pay(await buyer.begin('premium'));
    goesOn = countRequests() > nth;
    await mend(server);
    server.clock.advance({ seconds: 61 });
    await reconcile(server.deps, new AbortController().signal);
    expect([nth, await buyer.charged()]).toEqual([nth, ['active']]);
    expect([nth, (await buyer.grants()).length]).toEqual([nth, 1]);
  }
}, 60_000);

test('plans begun while another is being paid never charge a second time', async () => {
  const wrong: unknown[] = [];
  const race = async (nth: number) => {
    const buyer = await aBuyer();
    const first = await buyer.begin('standard');
    const late = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const [, second] = await Promise.all([
      late((nth % 8) * 4).then(() => buyer.pay(first)),
      buyer.begin('deluxe'),
    ]);
    await buyer.pay(second);
    const charged = await buyer.charged();
    if (charged.length !== 1 || charged[0] !== 'active') wrong.push([nth, charged]);
  };
  for (let nth = 0; nth < races; nth += 4)
    await Promise.all([nth, nth + 1, nth + 2, nth + 3].map((each) => race(each)));
  await settled(server);
  expect(wrong).toEqual([]);
}, 240_000);

test('four plans begun at once do not all end each other: exactly one can be paid', async () => {
  for (const latencyMs of [0, 5, 20]) {
    const buyer = await aBuyer();
    paymentsSandbox(server).control({ latencyMs });
    const secrets = await Promise.all(planTiers.map((tier) => buyer.begin(tier)));
    paymentsSandbox(server).control({ reset: true });
    const paid = [];
    for (const secret of secrets) paid.push(await buyer.pay(secret));
    expect([latencyMs, paid.filter(Boolean).length]).toEqual([latencyMs, 1]);
    expect(await buyer.charged()).toEqual(['active']);
  }
}, 60_000);

test('a plan paid in the moment of its expiry is never paid in vain', async () => {
  const buyer = await aBuyer();
  const first = await buyer.begin('basic');
  const { db, payments } = server.deps;
  const real = payments.readSubscription.bind(payments);
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  const created_at = new Date(server.clock.now().getTime() - 25 * 3_600_000).toISOString();
  await db
    .updateTable('subscriptions')
    .set({ created_at, updated_at: created_at })
    .where('user_id', '=', buyer.user.id)
    .execute();
  const [row] = await buyer.rows();
  // Unpaid when it was read, and paid when it was ended.
  vi.spyOn(payments, 'readSubscription').mockImplementation(async (id) => {
    const seen = await real(id);
    if (id === row?.provider_id) await buyer.pay(first);
    return seen;
  });
  await reconcile(server.deps, new AbortController().signal);
  await mend(server);
  expect(await buyer.charged()).toEqual(['active']);
});

test('a plan ended although paid is refunded once, announced once, and grants no hours', async () => {
  const buyer = await aBuyer();
  const first = await buyer.begin('basic');
  await settled(server);
  // Ended by hand at the provider, before any event of the payment.
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await buyer.pay(first);
  const [row] = await buyer.rows();
  await server.deps.payments.cancelSubscription(row?.provider_id ?? '', 'by-hand');
  await mend(server);
  for (let round = 0; round < 3; round += 1) {
    server.clock.advance({ seconds: 61 });
    await reconcile(server.deps, new AbortController().signal);
    await settled(server);
  }
  expect(await buyer.grants()).toEqual([]);
  const { body } = await buyer.client.call('listBillingHistory');
  expect(body).toMatchObject([{ amount_paid: 65_099, amount_refunded: 65_099 }]);
  expect((await buyer.letters()).length).toBe(1);
});
