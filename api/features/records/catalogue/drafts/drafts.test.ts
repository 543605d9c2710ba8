import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Offer, OfferDraftForm, OfferServiceForm } from '../../../../contract/schemas/offer.ts';
import { dayOf } from '../../../../core/wall-clock.ts';
import { aCategory, anAdmin, aService, aUser } from '../../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../../testing/builders/offer.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { publishDue } from './publishing.service.ts';

let server: TestServer;
let owner: Client;
let author: string;
beforeAll(async () => {
  server = await startTestServer();
  const admin = await anAdmin(server.deps.db);
  author = admin.id;
  owner = await server.as(admin);
});
afterAll(() => server.close());

const day = 24 * 3_600_000;
/** The day of the business this many days from now. */
const inDays = (days: number) =>
  dayOf(new Date(server.clock.now().getTime() + days * day), server.deps.env.BUSINESS_TIME_ZONE);
const publish = () => publishDue(server.deps, new AbortController().signal);
const later = (days: number) => server.clock.advance({ seconds: (days * day) / 1000 });

/** A service of $189, and ways to change it now and later. */
async function given(values: Parameters<typeof aService>[1] = {}) {
  const service = await aService(server.deps.db, { name: `Service ${randomUUID()}`, ...values });
  const form = aServiceForm(service);
  const params = { id: service.id };
  const draft = (given: Partial<OfferDraftForm>, by = owner) =>
    by.call('putOfferDraft', { params, body: { ...form, publishOn: null, draft: null, ...given } });
  const put = (given: Partial<OfferServiceForm>) =>
    owner.call('putOfferService', { params, body: { ...form, ...given } });
  const drop = (version: number, by = owner) =>
    by.call('dropOfferDraft', { params, query: { draft: version } });
  const price = async () => (await server.anyone.call('readService', { params })).body.price;
  return { service, form, draft, put, drop, price, ...params };
}
const draftIn = (offer: Offer, id: string) => offer.drafts?.find((one) => one.serviceId === id);
const actsOf = (id: string) =>
  server.deps.db
    .selectFrom('audit_acts')
    .select(['act', 'actor_id', 'details'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute();

test('a change is published on its day where the business is, once by many processes, in the name of its author', async () => {
  const { id, draft, price } = await given();
  const publishOn = inDays(2);
  const kept = await draft({ priceCents: 21_000, publishOn });
  expect(draftIn(kept.body, id)).toMatchObject({ priceCents: 21_000, publishOn, isNew: false, version: 1 });
  later(1);
  await publish();
  expect(await price()).toBe(189);
  later(1);
  await Promise.all([publish(), publish(), publish()]);
  expect(await price()).toBe(210);
  const offer = await owner.call('readOffer', {});
  expect(draftIn(offer.body, id)).toBeUndefined();
  const acts = await actsOf(id);
  expect(acts.map(({ act }) => act)).toEqual(['service_drafted', 'service_edited']);
  expect(acts[1]?.actor_id).toBe(author);
  expect(JSON.parse(acts[1]?.details ?? '')).toMatchObject({
    publishOn,
    'price_cents.from': 18_900,
    'price_cents.to': 21_000,
  });
});

test('a draft holds only what differs, so that another change of the service stays', async () => {
  const { id, draft, put, price } = await given();
  await draft({ priceCents: 21_000, publishOn: inDays(1) });
  const { body } = await put({ minutes: 240 });
  expect(draftIn(body, id)).toMatchObject({ priceCents: 21_000, minutes: 240 });
  later(1);
  await publish();
  expect(await price()).toBe(210);
  const now = await server.anyone.call('readService', { params: { id } });
  expect(now.body.estimatedHours).toBe(4);
});

test('a new service waits unseen, is found by no customer, and is there on its day', async () => {
  const { form } = await given();
  const id = randomUUID();
  const body = { ...form, name: `New ${id}`, version: null, publishOn: inDays(1), draft: null };
  const kept = await owner.call('putOfferDraft', { params: { id }, body });
  expect(draftIn(kept.body, id)).toMatchObject({ isNew: true, name: `New ${id}` });
  expect((await server.anyone.call('readService', { params: { id } })).status).toBe(404);
  later(1);
  await publish();
  expect((await server.anyone.call('readService', { params: { id } })).body.name).toBe(`New ${id}`);
});

test('a draft is published at once with its version, and is gone then', async () => {
  const { id, draft, put, price } = await given();
  await draft({ priceCents: 21_000 });
  expect(await put({ priceCents: 21_000, draft: 2 })).toMatchObject({ status: 409 });
  const { body } = await put({ priceCents: 21_000, draft: 1 });
  expect(draftIn(body, id)).toBeUndefined();
  expect((await put({ priceCents: 21_000, draft: 1 })).status).toBe(200);
  expect(await price()).toBe(210);
});

test('of two owners who draft at once, the later is refused and gets the earlier’s draft', async () => {
  const { id, draft, drop } = await given();
  const other = await server.as(await anAdmin(server.deps.db));
  const both = await Promise.all([draft({ priceCents: 21_000 }), draft({ priceCents: 22_000 }, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = both.find(({ status }) => status === 409)?.body as unknown as { current: Offer };
  expect(draftIn(late.current, id)).toMatchObject({ version: 1 });
  expect((await draft({ priceCents: 23_000, draft: 1 })).status).toBe(200);
  expect((await drop(1, other)).status).toBe(409);
  expect((await drop(2, other)).status).toBe(200);
  expect((await drop(2, other)).status).toBe(200);
});

test('a dropped draft and one whose day was moved are not published', async () => {
  const dropped = await given();
  await dropped.draft({ priceCents: 21_000, publishOn: inDays(1) });
  await dropped.drop(1);
  const moved = await given();
  await moved.draft({ priceCents: 21_000, publishOn: inDays(1) });
  await moved.draft({ priceCents: 21_000, publishOn: inDays(9), draft: 1 });
  later(1);
  await publish();
  expect([await dropped.price(), await moved.price()]).toEqual([189, 189]);
});

test('a draft that is refused on its day stays with the reason, and keeps no other from its day', async () => {
  const { db } = server.deps;
  const { id: category_id } = await aCategory(db);
  const refused = await given({ category_id });
  const name = `Taken ${randomUUID()}`;
  await refused.draft({ name, publishOn: inDays(1) });
  const next = await given();
  await next.draft({ priceCents: 21_000, publishOn: inDays(1) });
  await aService(db, { category_id, name });
  later(1);
  await publish();
  await publish();
  expect(await next.price()).toBe(210);
  const { body } = await owner.call('readOffer', {});
  expect(draftIn(body, refused.id)).toMatchObject({ problem: 'Another one has this name', version: 2 });
  const mended = await refused.draft({ name: `${name} 2`, publishOn: inDays(1), draft: 2 });
  expect(draftIn(mended.body, refused.id)?.problem).toBe('');
});

test('a day that has begun, a day too far ahead and a draft without a difference are refused', async () => {
  const { draft } = await given();
  const changed = { priceCents: 21_000 };
  for (const [publishOn, words] of [
    [inDays(0), 'Please choose a day after today'],
    [inDays(800), 'Please choose a day within two years'],
  ] as const)
    expect(await draft({ ...changed, publishOn })).toMatchObject({
      status: 400,
      body: { fields: { publishOn: words } },
    });
  expect((await draft({ ...changed, publishOn: '2027-02-30' })).status).toBe(400);
  expect(await draft({})).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect((await draft({ ...changed, priceCents: 0 })).status).toBe(400);
});

test('a customer neither drafts, drops nor reads a draft', async () => {
  const { draft, drop } = await given();
  await draft({ priceCents: 21_000 });
  const customer = await server.as(await aUser(server.deps.db));
  expect((await draft({ priceCents: 1000, draft: 1 }, customer)).status).toBe(403);
  expect((await drop(1, customer)).status).toBe(403);
  const services = await server.anyone.call('listServices', {});
  expect(JSON.stringify(services.body)).not.toContain('21000');
});

test('a draft that fails by an error of the server says so, and keeps no other from its day', async () => {
  const broken = await given();
  await broken.draft({ priceCents: 21_000, publishOn: inDays(1) });
  const next = await given();
  await next.draft({ priceCents: 21_000, publishOn: inDays(1) });
  const fails: KyselyPlugin = {
    transformQuery({ node }) {
      const words = node.kind === 'UpdateQueryNode' ? JSON.stringify(node) : '';
      if (words.includes('"name":"services"') && words.includes(broken.id)) throw new Error('a full disk');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  later(1);
  const db = server.deps.db.withPlugin(fails);
  await publishDue({ ...server.deps, db }, new AbortController().signal);
  expect(await next.price()).toBe(210);
  const { body } = await owner.call('readOffer', {});
  expect(draftIn(body, broken.id)?.problem).toContain('An error of this server');
});
