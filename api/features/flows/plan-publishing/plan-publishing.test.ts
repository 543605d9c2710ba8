import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PlanBook, PlanDraftForm, PlanPublication } from '../../../contract/schemas/plans.ts';
import { idleJobs } from '../../../jobs/jobs.ts';
import { publications } from '../../../jobs/publications.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { aBooking, anAdmin, aSubscription, aUser } from '../../../testing/builders/builders.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { cards } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { aPost } from '../../../testing/outside/post.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { moveDay, nextRenewal } from '../../records/subscription/moves/moves.rules.ts';
import { moveMembers } from '../plan-changes/moves.service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ deps: { mail: aPost() } });
});
beforeEach(async () => {
  server.clock.set('2026-11-21T03:00:00.000Z');
  owner = await server.as(await anAdmin(server.deps.db));
});
afterEach(async () => {
  const { db } = server.deps;
  await db.deleteFrom('plan_drafts').execute();
  await db.deleteFrom('plans').where('version_id', '=', '').execute();
  await db.updateTable('plans').set({ on_sale: 0 }).where('position', '>', 4).execute();
  await db
    .updateTable('plans')
    .set(({ ref }) => ({ version_id: ref('id'), on_sale: 1 }))
    .where('id', 'in', ['basic', 'standard', 'deluxe', 'premium'])
    .execute();
  vi.restoreAllMocks();
  await mend(server);
});
afterAll(() => server.close());

const terms = {
  name: 'Gold',
  priceCents: 180_000,
  minutes: 900,
  concierge: 'Gold Line',
  features: ['All of it'],
  noticeHours: 0,
  horizonDays: null,
  sameDay: true,
  priority: false,
};
const aKey = () => randomBytes(5).toString('hex');
const anId = () => `gold-${randomUUID().slice(0, 8)}`;
const planIn = (book: PlanBook, id: string) => book.plans.find((one) => one.id === id);
const read = async (id: string) => planIn((await owner.call('readPlanBook')).body, id);
const onSale = async (id: string) =>
  (await server.anyone.call('listPlans')).body.plans.find((one) => one.id === id);
const put = (id: string, given: Partial<PlanDraftForm> = {}, by = owner) =>
  by.call('putPlanDraft', { params: { id }, body: { ...terms, revision: null, ...given } });
const publish = (id: string, given: Partial<PlanPublication> = {}, by = owner) =>
  by.call('publishPlan', {
    params: { id },
    body: { key: aKey(), revision: 1, at: null, running: 'keep', ...given },
  });
const changeStandard = async (given: Partial<PlanDraftForm> = {}) => {
  const now = await read('standard');
  if (!now?.present) throw new Error('no Standard');
  const { versionId: _, number: __, publishedAt: ___, ...present } = now.present;
  const kept = await put('standard', { ...present, priceCents: 150_000, revision: now.revision, ...given });
  return planIn(kept.body, 'standard')?.revision ?? 0;
};
const acts = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('audit_acts')
      .select('act')
      .where('subject_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ act }) => act);
const pricesOf = async (versionId: string) => {
  const calls = vi.mocked(server.deps.payments.preparePrice).mock.calls;
  return calls.filter(([price]) => price.versionId === versionId);
};

test('a new plan is drafted, published, sold and charged; visitors see nothing of it before', async () => {
  const id = anId();
  const drafted = await put(id);
  expect(planIn(drafted.body, id)).toMatchObject({
    present: null,
    draft: terms,
    isOnSale: false,
    revision: 1,
  });
  expect(await onSale(id)).toBeUndefined();
  const heard: string[] = [];
  const deaf = server.deps.bus.hear((note) => {
    if (note.kind === 'changed') heard.push(...note.keys);
  });
  const { body, status } = await publish(id);
  deaf();
  expect(status).toBe(200);
  expect(heard).toContain('/api/plans');
  const now = planIn(body, id);
  expect(now).toMatchObject({
    isOnSale: true,
    draft: null,
    schedule: null,
    present: { ...terms, number: 1 },
  });
  expect(await onSale(id)).toMatchObject({ name: 'Gold', priceCents: 180_000, hours: 15 });
  const member = await aPayingMember(server, id, cards.succeeds, now?.present?.versionId ?? '');
  expect(await member.charged()).toEqual([['subscription_create', 180_000]]);
  expect((await acts(id)).toSorted()).toEqual(['plan_added', 'plan_published']);
});

test('a changed price is for new members; the version before it stays as it was', async () => {
  const revision = await changeStandard();
  expect(await onSale('standard')).toMatchObject({ versionId: 'standard', priceCents: 140_099 });
  const { body } = await publish('standard', { revision });
  const versionId = planIn(body, 'standard')?.present?.versionId;
  expect(versionId).toMatch(/^standard_[0-9a-f]{10}$/);
  expect(await onSale('standard')).toMatchObject({ versionId, priceCents: 150_000 });
  const first = await server.deps.db
    .selectFrom('plan_versions')
    .selectAll()
    .where('id', '=', 'standard')
    .executeTakeFirstOrThrow();
  expect(first).toMatchObject({ price_cents: 140_099, number: 1 });
});

test('a plan whose name another has taken meanwhile is not put on sale again', async () => {
  const [first, second] = [anId(), anId()];
  const name = `Gold ${first.slice(-4)}`;
  await put(first, { name });
  await publish(first);
  const mark = async (isOnSale: boolean) =>
    owner.call('markPlan', {
      params: { id: first },
      body: { revision: (await read(first))?.revision ?? 0, popular: false, premium: false, isOnSale },
    });
  expect((await mark(false)).status).toBe(200);
  expect((await put(second, { name })).status).toBe(200);
  expect((await publish(second)).status).toBe(200);
  expect(await mark(true)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await onSale(first)).toBeUndefined();
});

test('a repeat with the same key is the same publication, and makes one price', async () => {
  const id = anId();
  await put(id);
  vi.spyOn(server.deps.payments, 'preparePrice');
  const key = aKey();
  const both = await Promise.all([publish(id, { key }), publish(id, { key })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await publish(id, { key })).status).toBe(200);
  const versions = await server.deps.db
    .selectFrom('plan_versions')
    .select('id')
    .where('plan_id', '=', id)
    .execute();
  expect(versions).toEqual([{ id: `${id}_${key}` }]);
  expect((await acts(id)).filter((act) => act === 'plan_published')).toHaveLength(1);
  expect((await pricesOf(`${id}_${key}`)).length).toBeGreaterThan(0);
});

test('a publication that fails at the card provider stays planned, says so, and can be tried again', async () => {
  const id = anId();
  await put(id);
  const away = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockRejectedValue(new PaymentsUnavailable('away'));
  const key = aKey();
  const { body, status } = await publish(id, { key });
  expect(status).toBe(200);
  expect(planIn(body, id)).toMatchObject({
    present: null,
    schedule: { key, problem: 'The card provider did not answer.' },
  });
  expect(await onSale(id)).toBeUndefined();
  expect((await put(id, { name: 'Other', revision: 2 })).body).toMatchObject({ code: 'conflict' });
  await idleJobs(server.deps).runOnce();
  expect((await read(id))?.schedule?.problem).toBe('The card provider did not answer.');
  away.mockRestore();
  expect(planIn((await publish(id, { key })).body, id)?.present?.versionId).toBe(`${id}_${key}`);
  expect(await onSale(id)).toMatchObject({ versionId: `${id}_${key}` });
});

test('the jobs publish what has failed before, and a plan whose day has come', async () => {
  const [now, later] = [anId(), anId()];
  await put(now, { name: now });
  await put(later, { name: later });
  const away = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockRejectedValueOnce(new PaymentsUnavailable('away'));
  await publish(now);
  await publish(later, { at: '2026-12-01T00:00:00.000Z' });
  away.mockRestore();
  const jobs = idleJobs(server.deps);
  await jobs.runOnce();
  expect(await onSale(now)).toBeDefined();
  expect(await onSale(later)).toBeUndefined();
  server.clock.set('2026-12-01T00:00:01.000Z');
  await jobs.runOnce();
  expect(await onSale(later)).toBeDefined();
  expect((await acts(later)).toSorted()).toEqual(['plan_added', 'plan_published', 'plan_scheduled']);
});

test('a draft of a service that cannot be read keeps no plan from its publication', async () => {
  const id = anId();
  await put(id);
  await publish(id, { at: '2026-12-01T00:00:00.000Z' });
  const { db } = server.deps;
  const { id: author_id } = await aUser(db);
  const at = '2026-11-21T03:00:00.000Z';
  const draft = { subject_id: randomUUID(), content: 'no JSON', publish_on: '2026-11-22', problem: '' };
  await db
    .insertInto('offer_drafts')
    .values({
      ...draft,
      kind: 'service',
      together: null,
      author_id,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  server.clock.set('2026-12-01T00:00:01.000Z');
  await publications(server.deps, new AbortController().signal);
  await db.deleteFrom('offer_drafts').where('subject_id', '=', draft.subject_id).execute();
  expect(await onSale(id)).toBeDefined();
});

test('a planned publication is taken back, and its draft stays', async () => {
  const id = anId();
  await put(id);
  await publish(id, { at: '2026-12-01T00:00:00.000Z' });
  const body = { revision: 2 };
  const back = await owner.call('unschedulePlan', { params: { id }, body });
  expect(planIn(back.body, id)).toMatchObject({ schedule: null, draft: terms });
  server.clock.set('2026-12-02T00:00:00.000Z');
  await idleJobs(server.deps).runOnce();
  expect(await onSale(id)).toBeUndefined();
  expect((await owner.call('unschedulePlan', { params: { id }, body })).status).toBe(200);
});

test('the second of two owners sees the change of the first and decides', async () => {
  const id = anId();
  await put(id);
  const other = await server.as(await anAdmin(server.deps.db));
  expect((await put(id, { priceCents: 190_000, revision: 1 }, other)).status).toBe(200);
  const late = await put(id, { name: 'Silver', revision: 1 });
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const { current } = late.body as unknown as { current: PlanBook };
  expect(planIn(current, id)?.draft).toMatchObject({ name: 'Gold', priceCents: 190_000 });
  expect((await publish(id, { revision: 1 })).status).toBe(409);
  expect((await put(id, { name: 'Silver', revision: 2 })).status).toBe(200);
});

test.each([
  ['a price of nothing', { priceCents: 0 }, 'priceCents'],
  ['a price beyond the card provider’s', { priceCents: 9_999_999_900 }, 'priceCents'],
  ['no hours', { minutes: 0 }, 'minutes'],
  ['no name', { name: ' ' }, 'name'],
  ['no concierge', { concierge: '' }, 'concierge'],
])('a plan with %s is refused at its field', async (_, given, field) => {
  const { status, body } = await put(anId(), given);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
});

test.each(['none', 'Gold', 'a_b', 'x'.repeat(41)])('no plan gets the id %s', async (id) => {
  expect((await put(id)).status).toBe(404);
});

test('at most eight plans are on sale or drafted, and one is always sold', async () => {
  const ids = [anId(), anId(), anId(), anId()];
  for (const id of ids) expect((await put(id, { name: id })).status).toBe(200);
  expect(await put(anId(), { name: 'One more' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  for (const id of ids) {
    await owner.call('dropPlanDraft', { params: { id }, body: { revision: 1 } });
    expect(await read(id)).toBeUndefined();
  }
  const mark = async (id: string, isOnSale: boolean) => {
    const { revision = 0 } = (await read(id)) ?? {};
    const body = { popular: false, premium: false, isOnSale, revision };
    return owner.call('markPlan', { params: { id }, body });
  };
  for (const id of ['basic', 'deluxe', 'premium']) expect((await mark(id, false)).status).toBe(200);
  expect(await mark('standard', false)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await server.anyone.call('listPlans')).body.plans.map(({ id }) => id)).toEqual(['standard']);
});

test('one plan is the popular one', async () => {
  const { revision = 0 } = (await read('standard')) ?? {};
  const body = { popular: true, premium: false, isOnSale: true, revision };
  const marked = await owner.call('markPlan', { params: { id: 'standard' }, body });
  expect(marked.body.plans.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['standard']);
  await server.deps.db
    .updateTable('plans')
    .set(({ eb }) => ({ popular: eb.case().when('id', '=', 'deluxe').then(1).else(0).end() }))
    .execute();
});

test('the order names the order that its author saw', async () => {
  const before = (await owner.call('readPlanBook')).body.plans.map(({ id }) => id);
  const after = [...before.slice(1), before[0] ?? ''];
  const order = (body: { before: string[]; after: string[] }) => owner.call('orderPlans', { body });
  expect((await order({ before, after })).body.plans.map(({ id }) => id)).toEqual(after);
  expect((await order({ before, after })).status).toBe(200);
  expect((await order({ before, after: before })).status).toBe(409);
  expect((await order({ before: after, after: before })).status).toBe(200);
});

test('the effects count the people whom a publication concerns, and name the days of their new price', async () => {
  const id = anId();
  await put(id);
  const key = aKey();
  await publish(id, { key });
  const member = await aPayingMember(server, id, cards.succeeds, `${id}_${key}`);
  await aBooking(server.deps.db, {
    user_id: member.user.id,
    payment_type: 'subscription',
    status: 'scheduled',
  });
  const begun = await server.as(await aUser(server.deps.db));
  await begun.call('createSubscription', { body: { tier: id, versionId: `${id}_${key}` } });
  const { body } = await owner.call('readPlanEffects', { params: { id } });
  // Paid on 21 November: the renewal of 21 December is too near for a letter.
  expect(body).toEqual({
    members: 1,
    openBookings: 1,
    begun: 1,
    planned: 0,
    moves: {
      members: 1,
      unreached: 0,
      first: expect.stringMatching(/^2027-01-21T/),
      last: expect.stringMatching(/^2027-01-21T/),
    },
    announced: { calledOff: 0, made: 0, sooner: 0 },
  });
  expect((await owner.call('readPlanEffects', { params: { id: anId() } })).status).toBe(404);
});

test('members are moved only if letters can be sent', async () => {
  const id = anId();
  await put(id);
  const { mail } = server.deps;
  server.deps.mail = null;
  const refused = await publish(id, { running: 'move' });
  server.deps.mail = mail;
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await publish(id, { running: 'move' })).status).toBe(200);
});

test('the effects count members whom no letter reaches, and those who are about to move already', async () => {
  const id = anId();
  await put(id);
  const key = aKey();
  await publish(id, { key });
  const version = `${id}_${key}`;
  const informed = await aPayingMember(server, id, cards.succeeds, version);
  const unreached = await aPayingMember(server, id, cards.succeeds, version);
  await server.deps.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', unreached.user.id)
    .execute();
  await put(id, { priceCents: 190_000, revision: 3 });
  const moving = await publish(id, { revision: 4, running: 'move' });
  expect(moving.status).toBe(200);
  await moveMembers(server.deps, new AbortController().signal);
  expect((await informed.plan()).moves).toBeDefined();
  const effects = async () => (await owner.call('readPlanEffects', { params: { id } })).body;
  expect(await effects()).toMatchObject({
    members: 2,
    moves: { members: 1, unreached: 1 },
    announced: { calledOff: 1, made: 0, sooner: 0 },
  });
  // The renewal of the told move is too near for another letter now.
  server.clock.set('2026-12-24T03:00:00.000Z');
  owner = await server.as(await anAdmin(server.deps.db));
  expect(await effects()).toMatchObject({ announced: { calledOff: 1, sooner: 1 } });
});

test('the days of the new prices are those of the rule, also of many members', async () => {
  const id = anId();
  await put(id);
  const key = aKey();
  await publish(id, { key });
  const { db } = server.deps;
  const periods = Array.from({ length: 40 }, (_, n) => {
    const start = new Date(Date.UTC(2026, 9, 22 + (n % 31), n % 24)).toISOString();
    return { start, end: nextRenewal({ start: null, end: start }) };
  });
  for (const { start, end } of periods)
    await aSubscription(db, {
      tier: id,
      version_id: `${id}_${key}`,
      current_period_start: start,
      current_period_end: end,
    });
  const days = periods.map((period) => moveDay(period, server.clock.now())).sort();
  const { body } = await owner.call('readPlanEffects', { params: { id } });
  expect(body.moves).toMatchObject({
    members: 40,
    first: expect.stringContaining(days[0]?.slice(0, 10) ?? 'none'),
    last: expect.stringContaining(days.at(-1)?.slice(0, 10) ?? 'none'),
  });
  await db.deleteFrom('subscriptions').where('tier', '=', id).execute();
});

test('a plan that fails by an error of the server says so, and keeps no other plan from its day', async () => {
  const [broken, later] = [anId(), anId()];
  for (const [id, at] of [
    [broken, '2026-12-01T00:00:00.000Z'],
    [later, '2026-12-02T00:00:00.000Z'],
  ] as const) {
    await put(id, { name: id });
    await publish(id, { at });
  }
  const bug = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockImplementationOnce(() => Promise.reject(new TypeError('a bug')));
  server.clock.set('2026-12-03T00:00:00.000Z');
  owner = await server.as(await anAdmin(server.deps.db));
  const jobs = idleJobs(server.deps);
  await jobs.runOnce();
  expect(bug).toHaveBeenCalled();
  expect(await onSale(later)).toBeDefined();
  expect((await read(broken))?.schedule?.problem).toContain('An error of this server');
  await jobs.runOnce();
  expect(await onSale(broken)).toBeDefined();
});

test('a publication stands under the business: it is made after its planner has left the team, and says whose it was', async () => {
  const id = anId();
  await put(id);
  const { db } = server.deps;
  const employee = await anAdmin(db, { first_name: 'Emil', last_name: 'Gone' });
  await publish(id, { at: '2026-12-01T00:00:00.000Z' }, await server.as(employee));
  expect((await read(id))?.schedule?.by).toEqual({ name: 'Emil Gone', isTeam: true });
  await db.updateTable('users').set({ role_id: null }).where('id', '=', employee.id).execute();
  expect((await read(id))?.schedule?.by).toEqual({ name: 'Emil Gone', isTeam: false });
  server.clock.set('2026-12-01T00:00:01.000Z');
  await idleJobs(server.deps).runOnce();
  expect(await onSale(id)).toBeDefined();
  const act = await db
    .selectFrom('audit_acts')
    .select('actor_id')
    .where('subject_id', '=', id)
    .where('act', '=', 'plan_published')
    .executeTakeFirstOrThrow();
  expect(act).toEqual({ actor_id: employee.id });
});

test('a new plan stands after the plans that are sold, and before those that are not sold any more', async () => {
  const [retired, next] = [anId(), anId()];
  await put(retired, { name: retired });
  await publish(retired);
  const body = {
    revision: (await read(retired))?.revision ?? 0,
    popular: false,
    premium: false,
    isOnSale: false,
  };
  await owner.call('markPlan', { params: { id: retired }, body });
  const { body: book } = await put(next, { name: next });
  const ids = book.plans.map(({ id }) => id);
  expect(ids.slice(0, 5)).toEqual(['basic', 'standard', 'deluxe', 'premium', next]);
  expect(ids.indexOf(retired)).toBeGreaterThan(4);
});
