import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountDeletions } from '../../../../jobs/account-deletions.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../../../providers/payments/payments.ts';
import { anAdmin, aPayment, aUser } from '../../../../testing/builders/builders.ts';
import { aPayingMember } from '../../../../testing/builders/plans.ts';
import { mend } from '../../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';

const today = '2026-11-20T02:00:00.000Z';
const parts = ['cancelSubscription', 'describePayment', 'deleteCustomer'] as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set(today));
afterEach(() => mend(server));
afterAll(() => server.close());

const run = () => accountDeletions(server.deps, new AbortController().signal);
const rowOf = (id: string) =>
  server.deps.db
    .selectFrom('account_deletions')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();

/** A member whose week is over: with a plan, a described payment, and a customer at the provider. */
async function aLeaver() {
  const { user, client } = await aPayingMember(server);
  const { db } = server.deps;
  const payment = await aPayment(db, { user_id: user.id, intent_id: `pi_${user.id}`, description: 'Piano' });
  const { provider_id } = await db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const { customer_id } = await db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await client.call('requestAccountDeletion', { body: { email: user.email } });
  server.clock.advance({ days: 7 });
  return { user, ids: { plan: provider_id, payment: payment.intent_id, customer: customer_id } };
}

test('an object that the provider refuses for a day is left to the team, and the account is deleted', async () => {
  const { user, ids } = await aLeaver();
  const { db, payments } = server.deps;
  const refuses = new PaymentRefused('It will not', 'account_invalid');
  for (const part of parts) vi.spyOn(payments, part).mockRejectedValue(refuses);
  const team = await server.as(await anAdmin(db));
  const left = async () => (await team.call('listLeftAtProvider')).body;
  await run();
  for (let hours = 0; hours < 20; hours += 5) {
    server.clock.advance({ hours: 5 });
    await run();
  }
  expect(await rowOf(user.id)).toMatchObject({ done_at: null });
  expect(await left()).toEqual([]);

  server.clock.advance({ hours: 5 });
  await run();
  expect((await rowOf(user.id)).done_at).not.toBe(null);
  const notedAt = server.clock.now().toISOString();
  const one = (kind: keyof typeof ids) => ({
    id: ids[kind],
    kind,
    trouble: 'account_invalid',
    notedAt,
    address: null,
    userId: user.id,
  });
  const found = await left();
  expect(found).toHaveLength(3);
  expect(found).toEqual(expect.arrayContaining([one('plan'), one('payment'), one('customer')]));
  // The provider's dashboard shows no trace of it.
  expect(
    await db.selectFrom('users').select(['customer_id', 'email']).where('id', '=', user.id).execute(),
  ).toEqual([{ customer_id: null, email: '' }]);
  const plan = db.selectFrom('subscriptions').select('status').where('user_id', '=', user.id);
  expect(await plan.execute()).toEqual([{ status: 'ended' }]);

  const params = { id: String(ids.customer) };
  const customer = await server.as(await aUser(db));
  for (const [who, status] of [
    [server.anyone, 401],
    [customer, 403],
  ] as const) {
    expect((await who.call('listLeftAtProvider')).status).toBe(status);
    expect((await who.call('settleLeftAtProvider', { params })).status).toBe(status);
  }
  expect((await team.call('settleLeftAtProvider', { params })).status).toBe(200);
  expect((await team.call('settleLeftAtProvider', { params })).status).toBe(404);
  expect((await left()).map(({ kind }) => kind).sort()).toEqual(['payment', 'plan']);
});

test('an object that the provider refuses first and deletes within a day is not left to the team', async () => {
  const { user } = await aLeaver();
  for (const part of parts)
    vi.spyOn(server.deps.payments, part).mockRejectedValueOnce(new PaymentRefused('Not now', 'lock_timeout'));
  for (let round = 0; round < 4; round += 1) {
    await run();
    server.clock.advance({ hours: 5 });
  }
  expect((await rowOf(user.id)).done_at).not.toBe(null);
  const { db } = server.deps;
  expect(
    await db.selectFrom('left_at_provider').selectAll().where('user_id', '=', user.id).execute(),
  ).toEqual([]);
});

test('a deletion waits for an absent provider, however long', async () => {
  const { user } = await aLeaver();
  const away = vi.spyOn(server.deps.payments, 'deleteCustomer');
  away.mockRejectedValue(new PaymentsUnavailable('away'));
  for (let day = 0; day < 3; day += 1) {
    await run();
    server.clock.advance({ days: 1 });
  }
  expect((await rowOf(user.id)).done_at).toBe(null);
  away.mockRestore();
  await run();
  expect((await rowOf(user.id)).done_at).not.toBe(null);
});
