import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { notices } from '../../../jobs/notices.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { publish } from '../../../testing/builders/publish.ts';
import { cards } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { moveMembers } from './moves.service.ts';

let server: TestServer;
let post: Post;
beforeAll(async () => {
  post = aPost();
  server = await startTestServer({ deps: { mail: post } });
});
beforeEach(() => {
  server.clock.set('2026-11-21T03:00:00.000Z');
  post.letters.length = 0;
  post.meets('taken');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.deps.db
    .updateTable('plans')
    .set(({ ref }) => ({ version_id: ref('id'), on_sale: 1 }))
    .where('id', 'in', ['basic', 'standard', 'deluxe', 'premium'])
    .execute();
  await server.deps.db.updateTable('plan_versions').set({ running: 'keep' }).execute();
  await mend(server);
});
afterAll(() => server.close());

/** A round of the jobs that move members: plans and prices, then letters. */
async function round(): Promise<void> {
  const { signal } = new AbortController();
  await reconcile(server.deps, signal);
  await notices(server.deps, signal);
}
/** Lets the time pass in hours, with a round of the jobs in each, so that what is due by the hour is done. */
const days = async (n: number, step = 1) => {
  for (let gone = 0; gone < n; gone += step) {
    await muchLater(server, { days: step });
    await round();
  }
};
const dearer = (running: 'keep' | 'move' = 'move') =>
  publish(server.deps.db, 'standard', {
    name: 'Standard',
    priceCents: 160_000,
    minutes: 600,
    position: 2,
    running,
  });
/** The letters to a member whose subject has this text; members of other tests get theirs meanwhile. */
const lettersTo = ({ user }: { user: { email: string } }, text: string) =>
  post.letters.filter(({ to, subject }) => to === user.email && subject.includes(text));
const moved = { priceCents: 160_000, hours: 10 };
const present = { priceCents: 140_099, hours: 12 };

test('a member is told by letter at least 30 days before, sees the day, and pays the new price from that renewal', async () => {
  const member = await aPayingMember(server);
  await days(2);
  const version = await dearer();
  await round();
  // The renewal of 21 December is in 28 days, which is too near.
  expect(await member.plan()).toMatchObject({
    plan: present,
    nextPlan: present,
    moves: { at: expect.stringMatching(/^2027-01-21T/), plan: { ...moved, versionId: version.id } },
  });
  const [letter] = lettersTo(member, 'plan changes on');
  expect(letter?.text).toContain('$1,400.99 a month for 12 hours now');
  expect(letter?.text).toContain('$1,600.00 a month for 10 hours');
  expect(letter?.text).toMatch(/21 Jan/);
  expect(letter?.text).toContain('end yours at any time before that day');
  await days(35);
  expect((await member.charged()).map(([, cents]) => cents)).toEqual([140_099, 140_099]);
  expect(await member.plan()).toMatchObject({ plan: present, nextPlan: moved });
  await days(28);
  expect((await member.charged()).map(([, cents]) => cents)).toEqual([140_099, 140_099, 160_000]);
  expect((await member.grants()).map(({ minutes }) => minutes)).toEqual([720, 720, 600]);
  const after = await member.plan();
  expect(after).toMatchObject({ plan: moved, nextPlan: moved });
  expect(after.moves).toBeUndefined();
  expect(lettersTo(member, 'plan changes on')).toHaveLength(1);
});

test('a version that is kept writes to nobody', async () => {
  const member = await aPayingMember(server);
  await dearer('keep');
  await round();
  expect((await member.plan()).moves).toBeUndefined();
  expect(lettersTo(member, 'plan changes on')).toEqual([]);
});

test('a letter that was not sent moves nobody; the next one names another day', async () => {
  const member = await aPayingMember(server);
  post.meets('away');
  await dearer();
  await round();
  expect(await member.plan()).toMatchObject({ moves: { at: expect.stringMatching(/^2027-01-21T/) } });
  await days(33);
  expect((await member.charged()).map(([, cents]) => cents)).toEqual([140_099, 140_099]);
  post.meets('taken');
  await days(3);
  expect(await member.plan()).toMatchObject({
    nextPlan: present,
    moves: { at: expect.stringMatching(/^2027-02-21T/) },
  });
  expect(lettersTo(member, '21 Feb')).toHaveLength(1);
  expect(lettersTo(member, '21 Jan')).toEqual([]);
});

test('a plan that the provider refuses to show does not end the round for the others', async () => {
  const member = await aPayingMember(server);
  post.meets('away');
  await dearer();
  await round();
  await muchLater(server, { days: 32 });
  vi.spyOn(server.deps.payments, 'readSubscription').mockRejectedValueOnce(
    new PaymentRefused('not now', 'missing'),
  );
  await moveMembers(server.deps, new AbortController().signal);
  vi.restoreAllMocks();
  await round();
  expect(await member.plan()).toMatchObject({ moves: { at: expect.stringMatching(/^2027-02-21T/) } });
});

test('a letter that waits is not sent once another publication has taken its move’s place', async () => {
  const member = await aPayingMember(server);
  post.meets('away');
  await dearer();
  await round();
  const second = await publish(server.deps.db, 'standard', {
    name: 'Standard',
    priceCents: 170_000,
    minutes: 600,
    position: 2,
    running: 'move',
  });
  await round();
  post.meets('taken');
  await days(2);
  expect(await member.plan()).toMatchObject({ moves: { plan: { versionId: second.id } } });
  expect(
    lettersTo(member, 'plan changes on').map(({ text }) => /From its renewal.*/.exec(text)?.[0]),
  ).toEqual([expect.stringContaining('$1,700.00 a month')]);
});

test('a move blocks no upgrade, which is reckoned from the member’s own price, also when the provider has the new one', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(59);
  const [move] = await server.deps.db
    .selectFrom('plan_moves')
    .selectAll()
    .where('status', '=', 'planned')
    .execute();
  expect(move).toMatchObject({ at_provider: 1 });
  expect(await member.plan()).toMatchObject({ plan: present, nextPlan: moved });
  const shown = await member.preview('deluxe');
  if (shown.kind !== 'upgrade') throw new Error('not an upgrade');
  const share = shown.creditCents / 140_099;
  expect(shown.chargeCents).toBeCloseTo(240_099 * share, -2);
  await round();
  const { status } = await member.change({ tier: 'deluxe', versionId: 'deluxe', terms: shown.terms });
  expect(status).toBe(200);
  await round();
  const after = await member.plan();
  expect(after).toMatchObject({ tier: 'deluxe', nextTier: 'deluxe' });
  expect(after.moves).toBeUndefined();
  expect((await member.charged()).at(-1)).toEqual(['subscription_update', shown.terms.amountCents]);
});

test('terms of an upgrade that are not agreed to hold the move for half an hour alone', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(59);
  await member.preview('deluxe');
  await round();
  const next = async () => {
    const { provider_id } = await server.deps.db
      .selectFrom('subscriptions')
      .select('provider_id')
      .where('user_id', '=', member.user.id)
      .executeTakeFirstOrThrow();
    return (await server.deps.payments.readSubscription(provider_id ?? ''))?.versionId;
  };
  expect(await next()).toBe('standard');
  expect(await member.plan()).toMatchObject({ nextPlan: moved });
  await muchLater(server, { minutes: 40 });
  await round();
  expect(await next()).not.toBe('standard');
  await days(3);
  expect((await member.charged()).at(-1)).toEqual(['subscription_cycle', 160_000]);
});

test('a member who leaves is not moved, and one who comes back renews at the announced price', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(40);
  await member.change({ cancelAtPeriodEnd: true });
  const ending = await member.plan();
  expect(ending.nextTier).toBeNull();
  expect(ending.moves).toBeUndefined();
  const shown = await member.preview('standard');
  expect(shown).toMatchObject({ kind: 'keep', renewalCents: 160_000 });
  const kept = await member.change({ tier: 'standard', versionId: shown.versionId });
  expect(kept.status).toBe(200);
  expect(await member.plan()).toMatchObject({ nextPlan: moved });
  await member.change({ tier: 'basic', versionId: 'basic' });
  expect((await member.plan()).moves).toBeUndefined();
  const again = await member.preview('standard');
  expect(again).toMatchObject({ renewalCents: 160_000 });
  expect((await member.change({ tier: 'standard', versionId: again.versionId })).status).toBe(200);
  await days(25);
  expect((await member.charged()).at(-1)).toEqual(['subscription_cycle', 160_000]);
});

test('an outage of the provider over the renewal charges the old price, and another letter names another day', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(57);
  vi.spyOn(server.deps.payments, 'switchPlan').mockRejectedValue(new PaymentsUnavailable('away'));
  await days(5);
  vi.restoreAllMocks();
  await days(1);
  expect((await member.charged()).map(([, cents]) => cents)).toEqual([140_099, 140_099, 140_099]);
  expect(await member.plan()).toMatchObject({
    plan: present,
    nextPlan: moved,
    moves: { at: expect.stringMatching(/^2027-02-21T/) },
  });
  expect(lettersTo(member, '21 Feb')).toHaveLength(1);
  await days(31);
  expect((await member.charged()).at(-1)).toEqual(['subscription_cycle', 160_000]);
});

test('a member who began with the old version after the publication is moved, too', async () => {
  const version = await dearer();
  await server.deps.db
    .updateTable('plans')
    .set({ version_id: 'standard' })
    .where('id', '=', 'standard')
    .execute();
  const between = await aPayingMember(server);
  await server.deps.db
    .updateTable('plans')
    .set({ version_id: version.id })
    .where('id', '=', 'standard')
    .execute();
  const young = await aPayingMember(server, 'standard', cards.succeeds, version.id);
  await round();
  expect(await between.plan()).toMatchObject({ moves: { plan: { versionId: version.id } } });
  expect((await young.plan()).moves).toBeUndefined();
});

test('a later publication that keeps members calls an announced move off, and a letter says so', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  expect(lettersTo(member, 'plan changes on')).toHaveLength(1);
  await dearer('keep');
  await round();
  const now = await member.plan();
  expect(now).toMatchObject({ plan: present, nextPlan: present });
  expect(now.moves).toBeUndefined();
  const [letter] = lettersTo(member, 'stays as it is');
  expect(letter?.text).toMatch(
    /We wrote to you that your Standard plan changes on .*21 January\. That is off/,
  );
  expect(letter?.text).toContain('It stays at $1,400.99 a month for 12 hours');
  await days(63);
  expect((await member.charged()).map(([, cents]) => cents)).toEqual([140_099, 140_099, 140_099]);
  expect(lettersTo(member, 'stays as it is')).toHaveLength(1);
});

test('a move whose renewal is the next one is called off, too, and the next price is the present one again', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(40);
  expect(await member.plan()).toMatchObject({ nextPlan: moved });
  await dearer('keep');
  await round();
  expect(await member.plan()).toMatchObject({ nextPlan: present });
});

test('a move that nobody was told of is called off without a letter', async () => {
  const member = await aPayingMember(server);
  post.meets('away');
  await dearer();
  await round();
  await dearer('keep');
  await round();
  post.meets('taken');
  await days(2);
  expect((await member.plan()).moves).toBeUndefined();
  expect(lettersTo(member, 'plan')).toEqual([]);
});

test('a move that the provider has already is made, whatever is published after it', async () => {
  const member = await aPayingMember(server);
  await dearer();
  await round();
  await days(59);
  await dearer('keep');
  await round();
  expect(await member.plan()).toMatchObject({ nextPlan: moved });
  await days(3);
  expect((await member.charged()).at(-1)).toEqual(['subscription_cycle', 160_000]);
  expect(lettersTo(member, 'stays as it is')).toEqual([]);
});

test('a member whom no letter reaches keeps the price, and is moved once their address is vouched for', async () => {
  const member = await aPayingMember(server);
  const vouch = (email_verified: 0 | 1) =>
    server.deps.db.updateTable('users').set({ email_verified }).where('id', '=', member.user.id).execute();
  await vouch(0);
  await dearer();
  await round();
  const rows = await server.deps.db
    .selectFrom('plan_moves as m')
    .innerJoin('subscriptions as s', 's.id', 'm.subscription_id')
    .select('m.id')
    .where('s.user_id', '=', member.user.id)
    .execute();
  expect(rows).toEqual([]);
  await vouch(1);
  await round();
  expect(await member.plan()).toMatchObject({ moves: { plan: moved } });
});
