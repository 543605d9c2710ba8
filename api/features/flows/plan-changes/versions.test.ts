import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aService, aUser } from '../../../testing/builders/builders.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { publish, retire } from '../../../testing/builders/publish.ts';
import { cards, payWithCard, settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { hourCents } from '../../records/plans/plans.rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PAST_HOURS: 'offer' } });
});
beforeEach(() => server.clock.set('2026-11-21T03:00:00.000Z'));
afterEach(async () => {
  const { db } = server.deps;
  await db
    .updateTable('plans')
    .set(({ ref }) => ({ version_id: ref('id'), on_sale: 1 }))
    .where('id', 'in', ['basic', 'standard', 'deluxe', 'premium'])
    .execute();
  await db.updateTable('plans').set({ on_sale: 0 }).where('position', '>', 4).execute();
  await mend(server);
});
afterAll(() => server.close());

const aMonthLater = () => muchLater(server, { days: 32 });
const db = () => server.deps.db;

async function begin(tier: string, versionId?: string) {
  const user = await aUser(db());
  const client = await server.as(user);
  const body = versionId === undefined ? { tier } : { tier, versionId };
  return { user, client, begun: await client.call('createSubscription', { body }) };
}

test('a member keeps the price and the hours of their version, and a new member gets those on sale', async () => {
  const old = await aPayingMember(server);
  const version = await publish(db(), 'standard', { priceCents: 160_000, minutes: 600, position: 2 });
  await aMonthLater();
  expect(await old.me()).toMatchObject({
    monthlyHours: 12,
    plan: { versionId: 'standard', name: 'Standard', priceCents: 140_099, hours: 12 },
  });
  expect(await old.charged()).toEqual([
    ['subscription_create', 140_099],
    ['subscription_cycle', 140_099],
  ]);
  expect((await old.grants()).map(({ minutes }) => minutes)).toEqual([720, 720]);
  expect(await old.preview('standard')).toMatchObject({
    kind: 'keep',
    versionId: 'standard',
    renewalCents: 140_099,
  });

  const young = await aPayingMember(server, 'standard', cards.succeeds, version.id);
  await aMonthLater();
  expect(await young.me()).toMatchObject({ monthlyHours: 10, plan: { priceCents: 160_000, hours: 10 } });
  expect(await young.charged()).toEqual([
    ['subscription_create', 160_000],
    ['subscription_cycle', 160_000],
  ]);
  expect((await young.grants()).map(({ minutes }) => minutes)).toEqual([600, 600]);
  const { body } = await young.client.call('listBillingHistory');
  expect(body[0]?.description).toBe('Standard Plan – 10 hours');
});

test('a plan begins only with the version that was shown; a page of the release before means the first', async () => {
  const version = await publish(db(), 'standard', { priceCents: 160_000, position: 2 });
  for (const shown of [undefined, 'standard', 'standard_0000000000']) {
    const { user, begun } = await begin('standard', shown);
    expect(begun).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
    const rows = await db().selectFrom('subscriptions').selectAll().where('user_id', '=', user.id).execute();
    expect(rows).toEqual([]);
  }
  expect((await begin('standard', version.id)).begun.status).toBe(200);
  expect((await begin('deluxe')).begun.status).toBe(200);
});

test('a plan that is not sold cannot be begun, and its members keep it', async () => {
  const member = await aPayingMember(server, 'basic');
  await retire(db(), 'basic');
  for (const tier of ['basic', 'gold']) {
    const { begun } = await begin(tier);
    expect(begun).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
  const { body: offer } = await server.anyone.call('listPlans');
  expect(offer.plans.map(({ id }) => id)).toEqual(['standard', 'deluxe', 'premium']);
  expect(offer.retired).toContainEqual({ id: 'basic', name: 'Basic', place: 0 });
  await member.change({ cancelAtPeriodEnd: true });
  expect((await member.change({ tier: 'basic' })).body).toMatchObject({
    subscription: { nextTier: 'basic', nextPlan: { versionId: 'basic' } },
  });
  await aMonthLater();
  expect((await member.grants()).length).toBe(2);
  const other = await aPayingMember(server);
  const refused = await other.change({ tier: 'basic' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('a member who has ended their plan and chooses a lower one gets the version that they are shown', async () => {
  const member = await aPayingMember(server);
  expect((await member.change({ tier: 'basic' })).status).toBe(200);
  expect((await member.change({ cancelAtPeriodEnd: true })).status).toBe(200);
  const { id } = await publish(db(), 'basic', { priceCents: 90_099, minutes: 300, position: 1 });
  const shown = await member.preview('basic');
  expect(shown).toMatchObject({ kind: 'downgrade', versionId: id, renewalCents: 90_099 });
  const { status, body } = await member.change({ tier: 'basic', versionId: id });
  expect(status).toBe(200);
  expect(body).toMatchObject({ subscription: { nextPlan: { versionId: id, priceCents: 90_099 } } });
  await aMonthLater();
  expect((await member.charged()).at(-1)).toEqual(['subscription_cycle', 90_099]);
});

test('a plan that was begun goes on with its version, and begins anew with another one', async () => {
  const { user, client, begun } = await begin('standard');
  const version = await publish(db(), 'standard', { priceCents: 160_000, position: 2 });
  const again = await client.call('createSubscription', { body: { tier: 'standard' } });
  expect(again.body).toEqual(begun.body);
  const other = await client.call('createSubscription', {
    body: { tier: 'standard', versionId: version.id },
  });
  expect(other.status).toBe(200);
  expect((await payWithCard(server, begun.body.clientSecret)).status).not.toBe(200);
  await payWithCard(server, other.body.clientSecret);
  await settled(server);
  const paid = await db()
    .selectFrom('invoices')
    .select('amount_paid_cents')
    .where('user_id', '=', user.id)
    .where('status', '=', 'paid')
    .execute();
  expect(paid).toEqual([{ amount_paid_cents: 160_000 }]);
});

test('a plan that has expired unpaid does not begin anew with a version that is sold no more', async () => {
  const { user, client } = await begin('standard');
  await publish(db(), 'standard', { priceCents: 160_000, position: 2 });
  const { payments } = server.deps;
  const real = payments.readSubscription.bind(payments);
  vi.spyOn(payments, 'readSubscription').mockImplementation(async (id) => {
    const seen = await real(id);
    return seen && { ...seen, status: 'incomplete_expired' };
  });
  const again = await client.call('createSubscription', { body: { tier: 'standard' } });
  expect(again).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  const rows = await db()
    .selectFrom('subscriptions')
    .select('status')
    .where('user_id', '=', user.id)
    .execute();
  expect(rows).toEqual([{ status: 'ended' }]);
});

test('an upgrade credits what the member’s own version cost, and counts its hours', async () => {
  const version = await publish(db(), 'standard', { priceCents: 200_000, minutes: 600, position: 2 });
  const { preview, change, charged, grants } = await aPayingMember(
    server,
    'standard',
    cards.succeeds,
    version.id,
  );
  await db().updateTable('plans').set({ version_id: 'standard' }).where('id', '=', 'standard').execute();
  const shown = await preview('deluxe');
  if (shown.kind !== 'upgrade') throw new Error('not an upgrade');
  expect(shown).toMatchObject({ creditCents: 200_000, chargeCents: 240_099, addedHours: 10 });
  expect((await change({ tier: 'deluxe', versionId: 'deluxe', terms: shown.terms })).status).toBe(200);
  expect(await charged()).toContainEqual(['subscription_update', shown.terms.amountCents]);
  expect((await grants()).map(({ minutes }) => minutes)).toEqual([600, 600]);
});

test('terms of an upgrade end with the version that they were shown for', async () => {
  const { upgradeTerms, change, charged } = await aPayingMember(server);
  const terms = await upgradeTerms('deluxe');
  const version = await publish(db(), 'deluxe', { priceCents: 250_000, minutes: 1_200, position: 3 });
  for (const versionId of [undefined, 'deluxe', version.id])
    expect(await change({ tier: 'deluxe', versionId, terms })).toMatchObject({
      status: 409,
      body: { code: 'terms_changed' },
    });
  expect((await charged()).length).toBe(1);
  const fresh = await upgradeTerms('deluxe');
  expect((await change({ tier: 'deluxe', versionId: version.id, terms: fresh })).status).toBe(200);
});

test('a planned plan keeps the version that it was planned with', async () => {
  const { change, preview, plan, charged } = await aPayingMember(server);
  const shown = await preview('basic');
  expect(shown).toMatchObject({ kind: 'downgrade', versionId: 'basic', renewalCents: 65_099 });
  await change({ tier: 'basic', versionId: 'basic' });
  await publish(db(), 'basic', { name: 'Basic', priceCents: 90_000, minutes: 300, position: 1 });
  expect(await preview('basic')).toMatchObject({ versionId: 'basic', renewalCents: 65_099 });
  expect(await plan()).toMatchObject({ plan: { versionId: 'standard' }, nextPlan: { priceCents: 65_099 } });
  expect((await change({ tier: 'basic', versionId: 'basic' })).status).toBe(200);
  await aMonthLater();
  expect((await charged()).at(-1)).toEqual(['subscription_cycle', 65_099]);
});

test('an hour past the plan costs the price of the member’s own version', async () => {
  const service = await aService(db(), { estimated_minutes: 900 });
  const query = { serviceId: service.id };
  const old = await aPayingMember(server);
  const version = await publish(db(), 'standard', { priceCents: 200_000, minutes: 600, position: 2 });
  const young = await aPayingMember(server, 'standard', cards.succeeds, version.id);
  const pastOf = async ({ client }: typeof old) =>
    (await client.call('readBookingTerms', { query })).body.past?.hourCents;
  expect(await pastOf(old)).toBe(11_675);
  expect(await pastOf(young)).toBe(hourCents(version));
  expect(hourCents(version)).toBe(20_000);
});

test('a plan of the owner’s own is sold, shown and charged like the first ones', async () => {
  const id = `gold-${randomUUID().slice(0, 8)}`;
  const version = await publish(db(), id, {
    name: 'Gold',
    priceCents: 180_000,
    minutes: 900,
    concierge: 'Gold Line',
    position: 5,
  });
  const member = await aPayingMember(server, id, cards.succeeds, version.id);
  expect(await member.me()).toMatchObject({
    subscriptionTier: id,
    monthlyHours: 15,
    personalConcierge: 'Gold Line',
    plan: {
      ...{ versionId: version.id, name: 'Gold', priceCents: 180_000, hours: 15 },
      rights: { noticeHours: 0, horizonDays: null, sameDay: true },
    },
  });
  expect((await member.client.call('readHours')).body.grants).toMatchObject([{ tier: id, plan: 'Gold' }]);
  // Premium is below it in the order: larger by price alone.
  expect(await member.preview('premium')).toMatchObject({ kind: 'downgrade' });
  const standard = await aPayingMember(server);
  expect(await standard.preview(id)).toMatchObject({ kind: 'upgrade', versionId: version.id });
  const { provider_id } = await db()
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', member.user.id)
    .executeTakeFirstOrThrow();
  expect(await server.deps.payments.readSubscription(provider_id ?? '')).toMatchObject({
    versionId: version.id,
  });
});
