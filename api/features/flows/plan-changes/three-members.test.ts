import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningChoice } from '../../../contract/rules/plan-terms.ts';
import { notices } from '../../../jobs/notices.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { cards } from '../../../testing/outside/cards.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let post: Post;
beforeAll(async () => {
  post = aPost();
  server = await startTestServer({ deps: { mail: post } });
});
afterAll(() => server.close());

type Member = Awaited<ReturnType<typeof aPayingMember>>;

/** A day of the jobs that tell and move members. */
async function aDay(): Promise<void> {
  const { signal } = new AbortController();
  await muchLater(server, { days: 1 });
  await reconcile(server.deps, signal);
  await notices(server.deps, signal);
}

/** Publishes the plan's price by the calls that the owner's page makes. */
async function publish(id: string, priceCents: number, running: RunningChoice): Promise<string> {
  const owner = await server.as(await anAdmin(server.deps.db));
  const now = (await owner.call('readPlanBook')).body.plans.find((one) => one.id === id);
  const { versionId: _, number: __, publishedAt: ___, ...present } = now?.present ?? first;
  const terms = { ...present, name: id, priceCents };
  const put = await owner.call('putPlanDraft', {
    params: { id },
    body: { ...terms, revision: now?.revision ?? null },
  });
  const revision = put.body.plans.find((one) => one.id === id)?.revision ?? 0;
  const key = `price${String(priceCents).padStart(8, '0')}`;
  const { status } = await owner.call('publishPlan', {
    params: { id },
    body: { key, revision, at: null, running },
  });
  expect(status).toBe(200);
  return `${id}_${key}`;
}
const first = {
  minutes: 600,
  concierge: 'Home Line',
  features: ['All of it'],
  noticeHours: 0,
  horizonDays: null,
  sameDay: true,
  priority: false,
  versionId: '',
  number: 0,
  publishedAt: '',
};

/** The amounts that a member is shown, wherever the app reads one. */
async function shownTo({ plan, me, client }: Member) {
  const [now, user] = [await plan(), await me()];
  const { body: preview } = await client.call('previewSubscription', { query: { tier: now.tier } });
  expect(user.plan?.priceCents, 'the first screen and the profile agree').toBe(now.plan?.priceCents);
  expect(preview.renewalCents, 'the preview and the profile agree').toBe(now.nextPlan?.priceCents);
  return {
    now: now.plan?.priceCents,
    next: now.nextPlan?.priceCents,
    announced: now.moves && { at: now.moves.at.slice(0, 10), priceCents: now.moves.plan.priceCents },
  };
}

/** The paid amounts at the provider itself, the oldest first. */
async function chargedTo({ user, charged }: Member): Promise<number[]> {
  const { db, payments } = server.deps;
  const { provider_id } = await db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const there = (await payments.listInvoices(provider_id ?? ''))
    .filter(({ status }) => status === 'paid')
    .toSorted((one, other) => one.created.localeCompare(other.created))
    .map(({ amountPaidCents }) => amountPaidCents);
  expect(
    (await charged()).map(([, cents]) => cents),
    'the billing page and the provider agree',
  ).toEqual(there);
  return there;
}

const lettersTo = ({ user }: Member) =>
  post.letters
    .filter(({ to, subject }) => to === user.email && subject.includes('plan'))
    .map(({ subject, text }) => ({ subject, prices: text.match(/\$[\d,.]+\d/g) }));

/**
 * Lets two renewals of everybody pass. On each day a charge has to be the amount that its member was shown on the day
 * before it.
 */
async function twoRenewals(members: readonly Member[], days: number): Promise<void> {
  // Half a day from the hour of the renewals, so that none falls between two reads of a day.
  await muchLater(server, { hours: 12 });
  let shown = await Promise.all(members.map(shownTo));
  let charged = await Promise.all(members.map(chargedTo));
  for (let day = 0; day < days; day += 1) {
    await aDay();
    for (const [at, member] of members.entries()) {
      const now = await chargedTo(member);
      const added = now.slice(charged[at]?.length);
      for (const cents of added) expect(cents, `member ${at} on day ${day}`).toBe(shown[at]?.next);
      charged = charged.with(at, now);
      const after = await shownTo(member);
      if (added.length > 0) expect(after.now).toBe(added.at(-1));
      shown = shown.with(at, after);
    }
  }
}

/** An old member, one in between two prices, and the owner's second price, after which a new one begins. */
async function threeMembers(id: string, running: RunningChoice) {
  server.clock.set('2026-11-21T03:00:00.000Z');
  post.letters.length = 0;
  const v1 = await publish(id, 100_000, 'keep');
  const old = await aPayingMember(server, id, cards.succeeds, v1);
  await aDay();
  const v2 = await publish(id, 120_000, 'keep');
  const between = await aPayingMember(server, id, cards.succeeds, v2);
  await aDay();
  const v3 = await publish(id, 150_000, running);
  const young = await aPayingMember(server, id, cards.succeeds, v3);
  await aDay();
  return [old, between, young] as const;
}

test('with keep, three members see and pay what they began with, over two renewals, and nobody gets a letter', async () => {
  const members = await threeMembers('home-keep', 'keep');
  const shown = await Promise.all(members.map(shownTo));
  expect(shown).toEqual([
    { now: 100_000, next: 100_000, announced: undefined },
    { now: 120_000, next: 120_000, announced: undefined },
    { now: 150_000, next: 150_000, announced: undefined },
  ]);
  await twoRenewals(members, 63);
  expect(await Promise.all(members.map(chargedTo))).toEqual([
    [100_000, 100_000, 100_000],
    [120_000, 120_000, 120_000],
    [150_000, 150_000, 150_000],
  ]);
  expect(members.flatMap(lettersTo)).toEqual([]);
});

test('with move, three members see their own price until the day that their letter names, and pay what is shown', async () => {
  const members = await threeMembers('home-move', 'move');
  const shown = await Promise.all(members.map(shownTo));
  expect(shown).toEqual([
    { now: 100_000, next: 100_000, announced: { at: '2027-01-21', priceCents: 150_000 } },
    { now: 120_000, next: 120_000, announced: { at: '2027-01-22', priceCents: 150_000 } },
    { now: 150_000, next: 150_000, announced: undefined },
  ]);
  expect(members.map(lettersTo)).toEqual([
    [{ subject: expect.stringContaining('Thursday 21 January'), prices: ['$1,000.00', '$1,500.00'] }],
    [{ subject: expect.stringContaining('Friday 22 January'), prices: ['$1,200.00', '$1,500.00'] }],
    [],
  ]);
  await twoRenewals(members, 63);
  expect(await Promise.all(members.map(chargedTo))).toEqual([
    [100_000, 100_000, 150_000],
    [120_000, 120_000, 150_000],
    [150_000, 150_000, 150_000],
  ]);
  expect(await Promise.all(members.map(shownTo))).toEqual(
    members.map(() => ({ now: 150_000, next: 150_000, announced: undefined })),
  );
});
