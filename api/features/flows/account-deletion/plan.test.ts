import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentRefused, type Payments, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-21T03:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

const later = (by: Parameters<TestServer['clock']['advance']>[0]) => muchLater(server, by);
const never = new AbortController().signal;
/** Late events of the provider delay a plan’s update in the first round. */
const rounds = async () => {
  for (let times = 0; times < 2; times += 1) {
    await later({ minutes: 2 });
    await reconcile(server.deps, never);
  }
};

async function aMember() {
  const member = await aPayingMember(server);
  const { user, client } = member;
  const plan = () =>
    server.deps.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
  const { provider_id } = await plan();
  const endsAtProvider = async () =>
    (await server.deps.payments.readSubscription(provider_id ?? ''))?.cancelAtPeriodEnd;
  const ask = () => client.call('requestAccountDeletion', { body: { email: user.email } });
  const keep = () => client.call('keepAccount');
  const team = async () =>
    (await (await server.as(await anAdmin(server.deps.db))).call('readCustomer', { params: { id: user.id } }))
      .body.subscription;
  return { ...member, row: plan, endsAtProvider, ask, keep, team };
}

/** Loses the answer of this call, before or after the provider has carried it out. */
function loses(call: 'endPlanWithPeriod', when: 'before' | 'after', times = 1): void {
  const { payments } = server.deps;
  const real = payments[call].bind(payments);
  const spy = vi.spyOn(payments, call);
  for (let time = 0; time < times; time += 1)
    spy.mockImplementationOnce(async (input: Parameters<Payments[typeof call]>[0]) => {
      if (when === 'after') await real(input);
      throw new PaymentsUnavailable('lost');
    });
}

test('a plan whose month ends within the week is not renewed, and the sheet, the profile and the team show it', async () => {
  const { user, client, ask, charged, plan, endsAtProvider, team, letters } = await aMember();
  await later({ days: 27 });
  const { body: before } = await client.call('readAccountDeletion');
  const { currentPeriodEnd } = await plan();
  expect(Date.parse(currentPeriodEnd ?? '')).toBeLessThan(Date.parse(before.at));
  expect(before.plan).toMatchObject({ tier: 'standard', endsAt: currentPeriodEnd });

  expect((await ask()).body.plan).toEqual(before.plan);
  expect(await endsAtProvider()).toBe(true);
  expect(await plan()).toMatchObject({ tier: 'standard', nextTier: null, withAccount: 'ends' });
  expect(await plan(), 'the month ends first').not.toHaveProperty('endsAt');
  expect(await team()).toMatchObject({ nextTier: null, withAccount: 'ends' });

  await later({ days: 5 });
  expect(await charged()).toHaveLength(1);
  expect((await plan()).tier).toBe('none');
  expect(await letters()).toHaveLength(1);
  await later({ days: 2 });
  await accountDeletions(server.deps, never);
  const [row] = await server.deps.db
    .selectFrom('account_deletions')
    .select('done_at')
    .where('user_id', '=', user.id)
    .execute();
  expect(row?.done_at).not.toBe(null);
  expect(await charged()).toHaveLength(1);
});

test.each([
  ['goes on', false],
  ['was ended by its member', true],
])(
  'a plan that %s and whose month ends later ends with the account: the sheet, the profile and the team show that day',
  async (_, endedFirst) => {
    const { client, ask, keep, change, plan, team } = await aMember();
    if (endedFirst) await change({ cancelAtPeriodEnd: true });
    const { body } = await client.call('readAccountDeletion');
    expect(body.plan?.endsAt).toBe(body.at);
    expect(await plan(), 'nothing is asked for yet').not.toHaveProperty('endsAt');
    await ask();
    const withAccount = endedFirst ? 'ended' : 'ends';
    expect(await plan()).toMatchObject({ nextTier: null, withAccount, endsAt: body.at });
    expect(await team()).toMatchObject({ withAccount, endsAt: body.at });
    await keep();
    expect(await plan()).not.toHaveProperty('endsAt');
  },
);

test('the team does not read that an account stays whose deletion has begun', async () => {
  const { user, ask, team } = await aMember();
  await later({ days: 27 });
  await ask();
  await later({ days: 2 });
  await server.deps.db
    .updateTable('account_deletions')
    .set({ begun_at: server.clock.now().toISOString() })
    .where('user_id', '=', user.id)
    .execute();
  expect(await team()).toMatchObject({ withAccount: 'ends' });
});

test('a plan that the card provider has not heard of yet ends with the account all the same', async () => {
  const { ask, plan } = await aMember();
  loses('endPlanWithPeriod', 'before');
  const { body } = await ask();
  expect(await plan()).toMatchObject({ nextTier: 'standard', endsAt: body.at });
});

test('the plan of a member who keeps the account continues and is renewed', async () => {
  const { ask, keep, charged, plan, endsAtProvider } = await aMember();
  await later({ days: 27 });
  await ask();
  expect((await keep()).status).toBe(200);
  expect(await endsAtProvider()).toBe(false);
  const after = await plan();
  expect(after).toMatchObject({ tier: 'standard', nextTier: 'standard' });
  expect(after).not.toHaveProperty('withAccount');
  await later({ days: 5 });
  expect(await charged()).toHaveLength(2);
});

test('a plan that its member ended, before or during the wait, stays ended when the account is kept', async () => {
  for (const first of ['ended', 'asked']) {
    const { ask, keep, change, plan, endsAtProvider } = await aMember();
    const end = () => change({ cancelAtPeriodEnd: true });
    for (const act of first === 'ended' ? [end, ask] : [ask, end]) expect((await act()).status).toBe(200);
    expect(await plan(), first).toMatchObject({ nextTier: null, withAccount: 'ended' });
    await keep();
    expect(await plan(), first).not.toHaveProperty('withAccount');
    await rounds();
    expect(await endsAtProvider(), first).toBe(true);
    expect((await plan()).nextTier, first).toBe(null);
  }
});

test('a member cannot resume the plan while the deletion waits', async () => {
  const { ask, change, endsAtProvider } = await aMember();
  await ask();
  for (const wish of [{ cancelAtPeriodEnd: false }, { tier: 'standard' }] as const)
    expect((await change(wish)).body.code).toBe('conflict');
  expect(await endsAtProvider()).toBe(true);
});

test.each(['before', 'after'] as const)(
  'the provider’s answer lost %s it acted delays neither request nor withdrawal; the jobs do the rest',
  async (when) => {
    const { ask, keep, plan, row, endsAtProvider } = await aMember();
    loses('endPlanWithPeriod', when);
    expect((await ask()).status).toBe(200);
    await rounds();
    expect(await endsAtProvider()).toBe(true);
    expect(await plan()).toMatchObject({ nextTier: null, withAccount: 'ends' });

    loses('endPlanWithPeriod', when);
    expect((await keep()).body.requestedAt).toBe(null);
    if (when === 'before') expect(await plan()).toMatchObject({ nextTier: null, withAccount: 'resumes' });
    await rounds();
    expect(await endsAtProvider()).toBe(false);
    expect(await plan()).toMatchObject({ nextTier: 'standard' });
    expect((await row()).leaving).toBe(0);
  },
);

test('a plan that the provider refuses to end is retried and delays no others', async () => {
  const { ask, endsAtProvider } = await aMember();
  const other = await aMember();
  vi.spyOn(server.deps.payments, 'endPlanWithPeriod').mockRejectedValueOnce(new PaymentRefused('no', 'no'));
  expect((await ask()).status).toBe(200);
  expect(await endsAtProvider()).toBe(false);
  loses('endPlanWithPeriod', 'before');
  await other.ask();
  await rounds();
  expect([await endsAtProvider(), await other.endsAtProvider()]).toEqual([true, true]);
});

test('alternating requests and withdrawals end in the last one', async () => {
  const { ask, keep, endsAtProvider, plan } = await aMember();
  await Promise.all([ask(), keep(), ask(), keep(), ask()]);
  await ask();
  await rounds();
  expect(await endsAtProvider()).toBe(true);
  await Promise.all([keep(), ask(), keep(), keep()]);
  await keep();
  await rounds();
  expect(await endsAtProvider()).toBe(false);
  expect(await plan()).toMatchObject({ nextTier: 'standard' });
});

test('an account that waited long for the provider is deleted with its plan', async () => {
  const { user, ask, charged } = await aMember();
  loses('endPlanWithPeriod', 'before');
  await ask();
  await later({ days: 7 });
  await accountDeletions(server.deps, never);
  const plan = await server.deps.db
    .selectFrom('subscriptions')
    .select(['status', 'leaving'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  expect(plan).toEqual({ status: 'ended', leaving: 0 });
  expect(await charged()).toHaveLength(1);
});
