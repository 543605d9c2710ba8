import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Offer,
  OfferCategoryDraftForm,
  OfferDraftForm,
  OfferPublicationForm,
} from '../../../../contract/schemas/offer.ts';
import type { Person } from '../../../../core/person.ts';
import { dayOf } from '../../../../core/wall-clock.ts';
import { aBooking, aCategory, anAdmin, aService, aUser } from '../../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../../testing/builders/offer.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { publishDue, publishTogether } from './publishing.service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const dayMs = 24 * 3_600_000;
const inDays = (days: number) =>
  dayOf(new Date(server.clock.now().getTime() + days * dayMs), server.deps.env.BUSINESS_TIME_ZONE);
const later = (days: number) => server.clock.advance({ seconds: (days * dayMs) / 1000 });
const round = (db = server.deps.db) => publishDue({ ...server.deps, db }, new AbortController().signal);

/** A service of $189 with a draft of another price, or of other values. */
async function drafted(given: Partial<OfferDraftForm> = {}, values: Parameters<typeof aService>[1] = {}) {
  const service = await aService(server.deps.db, { name: `Service ${randomUUID()}`, ...values });
  const params = { id: service.id };
  const redraft = (given: Partial<OfferDraftForm>) =>
    owner.call('putOfferDraft', {
      params,
      body: { ...aServiceForm(service), publishOn: null, draft: null, ...given },
    });
  await redraft({ priceCents: 21_000, ...given });
  const read = async () => (await server.anyone.call('readService', { params })).body;
  return { ...params, service, redraft, read };
}

/** A new category that waits as a draft. */
async function draftedCategory(given: Partial<OfferCategoryDraftForm> = {}) {
  const id = randomUUID();
  const form = { name: `Category ${id}`, description: '', color: 'leaf', icon: 'leaf' } as const;
  const body = { ...form, isOffered: true, version: null, publishOn: null, draft: null, ...given };
  const { status } = await owner.call('putOfferCategoryDraft', { params: { id }, body });
  expect(status).toBe(200);
  return { id, version: null };
}

type Chosen = { id: string; draft?: number; version?: number | null };
const chosenOf = (drafts: Chosen[]): OfferPublicationForm['drafts'] =>
  drafts.map(({ id, draft = 1, version = 1 }) => ({ id, draft, version }));
const publish = (
  drafts: Chosen[],
  { key = randomUUID(), publishOn = null as string | null, by = owner } = {},
) => by.call('publishOffer', { body: { key, publishOn, drafts: chosenOf(drafts) } });
const preview = (drafts: Chosen[], by = owner) =>
  by.call('previewOfferPublication', { body: { drafts: chosenOf(drafts) } });
const readOffer = async (): Promise<Offer> => (await owner.call('readOffer', {})).body;
const waiting = async (id: string) => (await readOffer()).drafts?.find((one) => one.serviceId === id);
const pricesOf = (all: Awaited<ReturnType<typeof drafted>>[]) =>
  Promise.all(all.map(async (one) => (await one.read()).price));

test('drafts of a category and of services in it are published as one, now', async () => {
  const category = await draftedCategory();
  const a = await drafted({ categoryId: category.id });
  const b = await drafted({ categoryId: category.id, priceCents: 22_000 });
  const key = randomUUID();
  const { status, body } = await publish([a, b, category], { key });
  expect(status).toBe(200);
  expect(body.categories.find(({ id }) => id === category.id)?.services.map(({ id }) => id)).toEqual([
    a.id,
    b.id,
  ]);
  expect(body.drafts?.filter(({ serviceId }) => [a.id, b.id].includes(serviceId))).toEqual([]);
  expect(await pricesOf([a, b])).toEqual([210, 220]);
  expect((await publish([a, b, category], { key })).status).toBe(200);
  const acts = await server.deps.db
    .selectFrom('audit_acts')
    .select('act')
    .where('subject_id', 'in', [key, a.id, category.id])
    .orderBy('act')
    .execute();
  expect(acts.map(({ act }) => act)).toEqual([
    'category_added',
    'category_drafted',
    'offer_published',
    'service_drafted',
    'service_edited',
  ]);
});

test('of drafts that are published now, one that is refused keeps all of them from it', async () => {
  const { id: category_id } = await aCategory(server.deps.db);
  const a = await drafted();
  const taken = `Taken ${randomUUID()}`;
  const b = await drafted({ name: taken }, { category_id });
  await aService(server.deps.db, { category_id, name: taken });
  expect((await preview([a, b])).body).toEqual([
    { id: a.id, openBookings: 0, begunPayments: 0, problem: '' },
    { id: b.id, openBookings: 0, begunPayments: 0, problem: 'Another one has this name' },
  ]);
  expect(await publish([a, b])).toMatchObject({
    status: 409,
    body: { message: `Nothing was published. ${taken}: Another one has this name` },
  });
  expect(await pricesOf([a, b])).toEqual([189, 189]);
  expect(await waiting(a.id)).toMatchObject({ priceCents: 21_000, version: 1 });
});

test('two services exchange their names when they are published together, and not one by one', async () => {
  const { id: category_id } = await aCategory(server.deps.db);
  const names = [randomUUID(), randomUUID()];
  const [a, b] = [
    await drafted({}, { category_id, name: names[0] as string }),
    await drafted({}, { category_id, name: names[1] as string }),
  ];
  // A draft must not take the name of a service that is there, so each takes it in the database.
  for (const [one, name] of [
    [a, names[1]],
    [b, names[0]],
  ] as const)
    await server.deps.db
      .updateTable('offer_drafts')
      .set({ content: JSON.stringify({ name }) })
      .where('subject_id', '=', one.id)
      .execute();
  expect((await publish([a])).status).toBe(409);
  expect((await publish([a, b])).status).toBe(200);
  expect([(await a.read()).name, (await b.read()).name]).toEqual([names[1], names[0]]);
});

test('drafts wait together for their day and are published on it, by one of many processes', async () => {
  const [a, b] = [await drafted(), await drafted()];
  const publishOn = inDays(3);
  const key = randomUUID();
  const { body } = await publish([a, b], { key, publishOn });
  expect(body.drafts?.filter(({ together }) => together === key).map((one) => one.publishOn)).toEqual([
    publishOn,
    publishOn,
  ]);
  expect((await publish([a, b], { key, publishOn })).status).toBe(200);
  expect(await waiting(a.id)).toMatchObject({ version: 2, together: key });
  expect((await a.redraft({ priceCents: 23_000, publishOn: inDays(5), draft: 2 })).body).toMatchObject({
    fields: {
      publishOn: 'It is published together with another change. Please change the day of all of them.',
    },
  });
  expect((await a.redraft({ priceCents: 23_000, publishOn, draft: 2 })).status).toBe(200);
  later(2);
  await round();
  expect(await pricesOf([a, b])).toEqual([189, 189]);
  later(1);
  await Promise.all([round(), round(), round()]);
  expect(await pricesOf([a, b])).toEqual([230, 210]);
});

test('drafts that wait together stay whole if one is refused on their day, and lose the day', async () => {
  const { id: category_id } = await aCategory(server.deps.db);
  const taken = `Taken ${randomUUID()}`;
  const [a, b] = [await drafted(), await drafted({ name: taken }, { category_id })];
  const alone = await drafted({ publishOn: inDays(1) });
  await publish([a, b], { publishOn: inDays(1) });
  await aService(server.deps.db, { category_id, name: taken });
  later(1);
  await round();
  await round();
  expect(await pricesOf([a, b, alone])).toEqual([189, 189, 210]);
  expect(await waiting(a.id)).toMatchObject({ publishOn: null, problem: '', together: expect.any(String) });
  expect(await waiting(b.id)).toMatchObject({ publishOn: null, problem: 'Another one has this name' });
  const [one, other] = [await waiting(a.id), await waiting(b.id)];
  const mended = await b.redraft({ name: `${taken} 2`, draft: other?.version ?? 0 });
  expect(mended.status).toBe(200);
  const { status } = await publish([
    { id: a.id, draft: one?.version ?? 0 },
    { id: b.id, draft: (other?.version ?? 0) + 1 },
  ]);
  expect(status).toBe(200);
  expect((await b.read()).name).toBe(`${taken} 2`);
});

test('an error of the server in the middle leaves none of the drafts published', async () => {
  const [a, b] = [await drafted(), await drafted()];
  await publish([a, b], { publishOn: inDays(1) });
  const fails: KyselyPlugin = {
    transformQuery({ node }) {
      const words = node.kind === 'UpdateQueryNode' ? JSON.stringify(node) : '';
      if (words.includes('"name":"services"') && words.includes(b.id)) throw new Error('a full disk');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  later(1);
  await round(server.deps.db.withPlugin(fails));
  expect(await pricesOf([a, b])).toEqual([189, 189]);
  expect((await waiting(a.id))?.problem).toContain('An error of this server');
  expect((await waiting(b.id))?.problem).toContain('An error of this server');
});

test('a draft that is left out of a new plan waits alone without a day', async () => {
  const [a, b, c] = [await drafted(), await drafted(), await drafted()];
  await publish([a, b], { publishOn: inDays(1) });
  const again = { draft: 2 };
  expect((await publish([{ id: a.id, ...again }, c], { publishOn: inDays(2) })).status).toBe(200);
  expect(await waiting(b.id)).toMatchObject({ publishOn: null, together: null, version: 3 });
  later(2);
  await round();
  expect(await pricesOf([a, b, c])).toEqual([210, 189, 210]);
});

test('of two owners who publish at once, the later is refused and gets the offer as it is', async () => {
  const [a, b] = [await drafted(), await drafted()];
  const other = await server.as(await anAdmin(server.deps.db));
  const both = await Promise.all([publish([a, b]), publish([a, b], { by: other })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = both.find(({ status }) => status === 409)?.body as unknown as { current: Offer };
  expect(late.current.drafts?.some(({ serviceId }) => serviceId === a.id)).toBe(false);
});

test('a service or a draft that somebody has changed since is not published unseen', async () => {
  const a = await drafted();
  const params = { id: a.id };
  await owner.call('putOfferService', { params, body: { ...aServiceForm(a.service), minutes: 240 } });
  for (const given of [a, { ...a, draft: 2, version: 2 }, { id: randomUUID() }])
    expect((await publish([given])).status).toBe(409);
  expect((await preview([a])).status).toBe(409);
  expect((await publish([{ id: a.id, version: 2 }])).status).toBe(200);
  expect(await a.read()).toMatchObject({ price: 210, estimatedHours: 4 });
});

test('the preview counts the bookings of services and of a category’s services, and stores nothing', async () => {
  const { db } = server.deps;
  const a = await drafted();
  const { id: user_id } = await aUser(db);
  for (const status of ['scheduled', 'pending', 'cancelled'] as const)
    await aBooking(db, { service_id: a.id, user_id, status });
  const id = a.service.category_id;
  const look = { description: '', color: 'sky', icon: 'drop' } as const;
  const form = { ...look, name: `Category ${id}`, isOffered: false, version: 1 };
  const put = { params: { id }, body: { ...form, publishOn: null, draft: null } };
  expect((await owner.call('putOfferCategoryDraft', put)).status).toBe(200);
  const { body } = await preview([{ id }, a]);
  expect(body).toEqual([
    { id, openBookings: 2, begunPayments: 0, problem: '' },
    { id: a.id, openBookings: 2, begunPayments: 0, problem: '' },
  ]);
  expect((await a.read()).price).toBe(189);
});

test('a service may be drafted into a drafted category, which then cannot be dropped or left behind', async () => {
  const category = await draftedCategory();
  const a = await drafted({ categoryId: category.id });
  expect((await waiting(a.id))?.categoryId).toBe(category.id);
  const drop = await owner.call('dropOfferCategoryDraft', { params: category, query: { draft: 1 } });
  expect(drop).toMatchObject({ status: 409, body: { message: expect.stringContaining('drop them first') } });
  expect((await publish([a])).body).toMatchObject({ message: expect.stringContaining('Category not found') });
  expect((await publish([category, a])).status).toBe(200);
});

test('wrong choices and days are refused', async () => {
  const a = await drafted();
  for (const [publishOn, words] of [
    [inDays(0), 'Please choose a day after today'],
    [inDays(800), 'Please choose a day within two years'],
  ] as const)
    expect((await publish([a], { publishOn })).body).toMatchObject({ fields: { publishOn: words } });
  expect((await publish([])).status).toBe(400);
  expect((await publish([a, a])).status).toBe(400);
});

test('a customer and a dispatcher neither publish, preview nor draft a category', async () => {
  const a = await drafted();
  const { db } = server.deps;
  for (const by of [
    await server.as(await aUser(db)),
    await server.as(await aUser(db, { role_id: 'dispatcher' })),
  ]) {
    expect((await publish([a], { by })).status).toBe(403);
    expect((await preview([a], by)).status).toBe(403);
    const body = { name: 'x', description: '', color: 'sky', icon: 'drop', isOffered: true } as const;
    const put = {
      params: { id: randomUUID() },
      body: { ...body, version: null, publishOn: null, draft: null },
    };
    expect((await by.call('putOfferCategoryDraft', put)).status).toBe(403);
  }
  expect((await publish([a], { by: server.anyone })).status).toBe(401);
  expect((await a.read()).price).toBe(189);
});

test('a hundred services are published as one, with few queries for each', async () => {
  const { db } = server.deps;
  const { id: category_id } = await aCategory(db);
  const base = await aService(db, { category_id });
  const at = server.clock.now().toISOString();
  const ids = Array.from({ length: 100 }, () => randomUUID());
  await db
    .insertInto('services')
    .values(ids.map((id, n) => ({ ...base, id, slug: `together-${n}`, name: `Together ${n}` })))
    .execute();
  const author_id = (await anAdmin(db)).id;
  await db
    .insertInto('offer_drafts')
    .values(
      ids.map((subject_id) => ({
        ...{ subject_id, kind: 'service' as const, content: '{"priceCents":21000}', publish_on: null },
        ...{ together: null, problem: '', author_id, version: 1, created_at: at, updated_at: at },
      })),
    )
    .execute();
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const actor = { id: author_id } as Person;
  const body = { key: randomUUID(), publishOn: null, drafts: chosenOf(ids.map((id) => ({ id }))) };
  await publishTogether({ ...server.deps, db: db.withPlugin(counting) }, actor, body);
  expect(count).toBeLessThan(250);
  const left = await db
    .selectFrom('offer_drafts')
    .select('subject_id')
    .where('subject_id', 'in', ids)
    .execute();
  expect(left).toEqual([]);
});
