import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type PlanTier, plans } from '../../../contract/rules/plans.ts';
import type { SubscriptionChange } from '../../../contract/schemas/subscription.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import {
  authenticate,
  cards,
  paymentsSandbox,
  payWithCard,
  settled,
} from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';
import { reconcileSubscriptions } from './reconcile.service.ts';

let server: TestServer;
aFileServer('2026-11-21T03:00:00.000Z', (started) => {
  server = started;
});

const later = (by: Parameters<TestServer['clock']['advance']>[0]) => muchLater(server, by);
const aMember = (tier?: PlanTier, card?: string) => aPayingMember(server, tier, card);

test('an upgrade is charged as shown, takes effect at once and adds the same share of hours, once', async () => {
  const { preview, change, plan, me, grants, charged } = await aMember();
  await later({ days: 10 });
  const shown = await preview('deluxe');
  if (shown.kind !== 'upgrade') throw new Error('not an upgrade');
  expect(shown.addedHours).toBe(5.33);
  expect(shown.terms.amountCents).toBe(shown.chargeCents - shown.creditCents);
  // Two thirds of the month are left.
  expect(shown.terms.amountCents).toBeGreaterThan(60_000);
  expect(shown.terms.amountCents).toBeLessThan(70_000);

  const { status, body } = await change({ tier: 'deluxe', terms: shown.terms });
  expect([status, body.clientSecret]).toEqual([200, null]);
  expect(body.subscription).toMatchObject({ tier: 'deluxe', nextTier: 'deluxe', pendingTier: null });
  await settled(server);
  expect(await plan()).toEqual(body.subscription);
  expect(await me()).toMatchObject({ subscriptionTier: 'deluxe', monthlyHours: 20, remainingHours: 17.33 });
  expect(await grants()).toEqual([
    { kind: 'period', tier: 'standard', minutes: 720 },
    { kind: 'upgrade', tier: 'deluxe', minutes: 320 },
  ]);
  expect(await charged()).toEqual([
    ['subscription_create', plans.standard.priceCents],
    ['subscription_update', shown.terms.amountCents],
  ]);
});

test('many taps on Upgrade at once are one upgrade', async () => {
  const { upgradeTerms, change, charged, grants } = await aMember();
  const terms = await upgradeTerms('premium');
  const answers = await tapOften(() => change({ tier: 'premium', terms }));
  await settled(server);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
  expect(await charged()).toHaveLength(2);
  expect(await grants()).toHaveLength(2);
});

test('terms that differ from the provider’s, or old ones, are refused', async () => {
  const { upgradeTerms, change, charged } = await aMember();
  const terms = await upgradeTerms('deluxe');
  for (const wrong of [
    { ...terms, amountCents: terms.amountCents - 1 },
    { ...terms, prorationAt: new Date(Date.parse(terms.prorationAt) + 20 * 24 * 3_600_000).toISOString() },
    undefined,
  ]) {
    const { status, body } = await change({ tier: 'deluxe', ...(wrong && { terms: wrong }) });
    expect([status, body.code]).toEqual([409, 'terms_changed']);
  }
  await later({ minutes: 31 });
  expect((await change({ tier: 'deluxe', terms })).body.code).toBe('terms_changed');
  expect(await charged()).toHaveLength(1);
});

test('a downgrade waits for the next period, charges nothing and can be taken back', async () => {
  const { preview, change, plan, me, charged, grants } = await aMember('deluxe');
  expect(await preview('basic')).toMatchObject({ kind: 'downgrade', renewalCents: 65_099 });
  const down = await change({ tier: 'basic' });
  expect(down.body.subscription).toMatchObject({ tier: 'deluxe', nextTier: 'basic' });
  await settled(server);
  expect(await plan()).toMatchObject({ tier: 'deluxe', nextTier: 'basic' });
  expect((await change({ tier: 'deluxe' })).body.subscription).toMatchObject({ nextTier: 'deluxe' });
  expect((await change({ tier: 'basic' })).body.subscription).toMatchObject({ nextTier: 'basic' });
  expect(await charged()).toHaveLength(1);

  await later({ days: 32 });
  expect(await plan()).toMatchObject({ tier: 'basic', nextTier: 'basic', status: 'active' });
  expect(await me()).toMatchObject({ monthlyHours: 5, remainingHours: 25 });
  expect(await charged()).toEqual([
    ['subscription_create', plans.deluxe.priceCents],
    ['subscription_cycle', plans.basic.priceCents],
  ]);
  expect(await grants()).toEqual([
    { kind: 'period', tier: 'deluxe', minutes: 1200 },
    { kind: 'period', tier: 'basic', minutes: 300 },
  ]);
});

test('a period’s hours are never granted twice by downgrades and upgrades', async () => {
  const { upgradeTerms, change, grants, me } = await aMember('standard');
  await change({ tier: 'deluxe', terms: await upgradeTerms('deluxe') });
  await change({ tier: 'basic' });
  await change({ tier: 'deluxe' });
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  await settled(server);
  expect((await grants()).reduce((sum, { minutes }) => sum + minutes, 0)).toBe(50 * 60);
  expect((await me()).remainingHours).toBe(50);
});

test('an upgrade is refused while another change is planned', async () => {
  const { change, client } = await aMember('deluxe');
  await change({ tier: 'basic' });
  const shown = await client.call('previewSubscription', { query: { tier: 'premium' } });
  expect([shown.status, shown.body.code]).toEqual([409, 'conflict']);
});

test('a cancelled plan runs to the end of its period, can be resumed until then, and its end is announced', async () => {
  const { change, plan, me, charged, letters } = await aMember();
  const ends = await change({ cancelAtPeriodEnd: true });
  expect(ends.body.subscription).toMatchObject({ tier: 'standard', status: 'active', nextTier: null });
  expect((await change({ cancelAtPeriodEnd: false })).body.subscription.nextTier).toBe('standard');
  await change({ cancelAtPeriodEnd: true });
  await later({ days: 32 });
  expect(await plan()).toMatchObject({ tier: 'none', status: 'none' });
  // Paid hours stay until they expire.
  expect(await me()).toMatchObject({ subscriptionTier: 'none', remainingHours: 12 });
  expect(await charged()).toHaveLength(1);
  expect((await letters()).map(({ content }) => JSON.parse(content).what)).toEqual(['plan_ended']);
});

test('an upgrade whose bank asks waits, and takes effect once the bank has agreed', async () => {
  const { client, upgradeTerms, change, plan, charged, grants } = await aMember('standard', cards.asksAlways);
  const terms = await upgradeTerms('deluxe');
  const first = await change({ tier: 'deluxe', terms });
  expect(first.body.subscription).toMatchObject({ tier: 'standard', pendingTier: 'deluxe' });
  expect(first.body.clientSecret).toMatch(/^pi_/);
  // A return to the upgrade continues it.
  const again = await client.call('paySubscription', {});
  expect(again.body).toMatchObject({ clientSecret: first.body.clientSecret });
  // The same tap again is the same change.
  expect((await change({ tier: 'deluxe', terms })).body.clientSecret).toBe(first.body.clientSecret);
  expect(await charged()).toHaveLength(1);

  await authenticate(server, first.body.clientSecret ?? '', 'complete');
  await settled(server);
  expect(await plan()).toMatchObject({ tier: 'deluxe', pendingTier: null });
  expect(await charged()).toHaveLength(2);
  expect(await grants()).toHaveLength(2);
});

test('an upgrade that the bank refused is dropped, and may be tried again', async () => {
  const { upgradeTerms, change, plan, charged } = await aMember('standard', cards.asksAlways);
  const terms = await upgradeTerms('deluxe');
  const first = await change({ tier: 'deluxe', terms });
  await authenticate(server, first.body.clientSecret ?? '', 'fail');
  await settled(server);
  expect((await change({ tier: 'standard' })).body.subscription).toMatchObject({
    tier: 'standard',
    nextTier: 'standard',
    pendingTier: null,
  });
  expect(await plan()).toMatchObject({ tier: 'standard', pendingTier: null });
  const again = await change({ tier: 'deluxe', terms: await upgradeTerms('deluxe') });
  expect(again.body.clientSecret).toMatch(/^pi_/);
  expect(again.body.clientSecret).not.toBe(first.body.clientSecret);
  expect(await charged()).toHaveLength(1);
});

test('a lost answer of the provider leads to no second charge', async () => {
  const { upgradeTerms, change, charged, grants } = await aMember();
  const terms = await upgradeTerms('deluxe');
  paymentsSandbox(server).control({ dropAnswers: 3 });
  const lost = await change({ tier: 'deluxe', terms });
  expect([200, 503]).toContain(lost.status);
  paymentsSandbox(server).control({ reset: true });
  await settled(server);
  const again = await change({ tier: 'deluxe', terms });
  expect(again.body.subscription).toMatchObject({ tier: 'deluxe', pendingTier: null });
  expect(await charged()).toHaveLength(2);
  expect(await grants()).toHaveLength(2);
});

test('a renewal grants the next hours; rolled-over hours stay', async () => {
  const { plan, me, charged } = await aMember();
  await later({ days: 32 });
  expect(await plan()).toMatchObject({ status: 'active', tier: 'standard', owed: null });
  expect(await me()).toMatchObject({ monthlyHours: 12, remainingHours: 24 });
  expect((await charged()).map(([reason]) => reason)).toEqual(['subscription_create', 'subscription_cycle']);
});

test('a failed renewal is announced once, keeps the hours, and is settled by another card', async () => {
  const { client, plan, me, letters, charged } = await aMember('standard', cards.asksAlways);
  await later({ days: 32 });
  const owing = await plan();
  expect(owing).toMatchObject({ status: 'past_due', tier: 'standard' });
  expect(owing.owed).toMatchObject({ amountCents: plans.standard.priceCents });
  expect(Date.parse(owing.owed?.nextAttemptAt ?? '')).toBeGreaterThan(server.clock.now().getTime());
  expect(await me()).toMatchObject({ remainingHours: 12, paymentFailed: true });
  expect((await letters()).map(({ content }) => JSON.parse(content).what)).toEqual(['renewal_failed']);

  const [first, again] = await Promise.all([
    client.call('paySubscription', {}),
    client.call('paySubscription', {}),
  ]);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.body.clientSecret).toMatch(/^pi_/);
  await authenticate(server, first.body.clientSecret ?? '', 'complete');
  await settled(server);
  expect(await plan()).toMatchObject({ status: 'active', owed: null });
  expect((await me()).remainingHours).toBe(24);
  expect(await charged()).toHaveLength(2);
  expect(await letters()).toHaveLength(1);
});

test('many taps on Pay Now at once charge the debt once', async () => {
  const { user, client, plan, charged } = await aMember();
  const { payments } = server.deps;
  const [row] = await server.deps.db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .execute();
  const subscriptionId = row?.provider_id ?? '';
  const customerId = (await payments.readSubscription(subscriptionId))?.customerId ?? '';
  const setup = await client.call('createSetupIntent', {});
  const failing = await payWithCard(server, setup.body.client_secret, '4000000000000341');
  const [good] = (await payments.readCards({ customerId, subscriptionId })).cards.filter(
    ({ id }) => id !== failing.card,
  );
  const charge = (cardId = '') =>
    payments.setDefaultCard({ customerId, subscriptionId, cardId, attempt: randomUUID() });
  await charge(failing.card);
  await later({ days: 32 });
  expect((await plan()).status).toBe('past_due');
  expect((await client.call('paySubscription', {})).body.code).toBe('payment_incomplete');

  await charge(good?.id);
  const taps = await tapOften(() => client.call('paySubscription', {}));
  await settled(server);
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await plan()).toMatchObject({ status: 'active', owed: null });
  expect((await client.call('readUser')).body.paymentFailed).toBe(false);
  expect(await charged()).toHaveLength(2);
});

test('an unpaid renewal ends the plan by the provider’s schedule', async () => {
  const { plan, letters, charged } = await aMember('standard', cards.asksAlways);
  await later({ days: 32 });
  for (let attempt = 0; attempt < 4; attempt += 1) await later({ days: 8 });
  expect(await plan()).toMatchObject({ tier: 'none' });
  expect((await letters()).map(({ content }) => JSON.parse(content).what)).toEqual([
    'renewal_failed',
    'plan_ended',
  ]);
  expect(await charged()).toHaveLength(1);
});

test('the reconciler finds a renewal and a confirmed upgrade without events', async () => {
  const { upgradeTerms, change, plan, me } = await aMember('standard', cards.asksAlways);
  const answer = await change({ tier: 'deluxe', terms: await upgradeTerms('deluxe') });
  // An event still being handled would read the next state.
  await settled(server);
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await authenticate(server, answer.body.clientSecret ?? '', 'complete');
  expect(await plan()).toMatchObject({ tier: 'standard', pendingTier: 'deluxe' });
  server.clock.advance({ seconds: 61 });
  await reconcileSubscriptions(server.deps, new AbortController().signal);
  expect(await plan()).toMatchObject({ tier: 'deluxe', pendingTier: null });
  expect((await me()).remainingHours).toBe(20);
});

test('a person without a plan, and a visitor, can change nothing', async () => {
  const nobody = await server.as(await aUser(server.deps.db));
  expect((await nobody.call('readSubscription')).body).toMatchObject({ tier: 'none', status: 'none' });
  expect((await nobody.call('previewSubscription', { query: { tier: 'deluxe' } })).body.code).toBe(
    'plan_required',
  );
  expect((await nobody.call('changeSubscription', { body: { tier: 'basic' } })).body.code).toBe(
    'plan_required',
  );
  expect((await nobody.call('paySubscription', {})).body.code).toBe('plan_required');
  for (const [method, path] of [
    ['GET', '/api/subscription'],
    ['GET', '/api/subscription/preview?tier=basic'],
    ['PATCH', '/api/subscription'],
    ['POST', '/api/subscription/pay'],
  ] as const) {
    const answer = await server.anyone.raw(method, path, {
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    await answer.body?.cancel();
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

test('figures that differ from the plan’s, and empty changes, are refused', async () => {
  const { change, charged } = await aMember();
  for (const body of [
    { tier: 'basic', hours: 50 },
    { tier: 'basic', priceAmount: 0.01 },
    { tier: 'none' },
    { tier: 'basic', userId: 'x' },
    {},
    { tier: 'basic', cancelAtPeriodEnd: true },
  ])
    expect([body, (await change(body as SubscriptionChange)).status]).toEqual([body, 400]);
  expect(await charged()).toHaveLength(1);
});
