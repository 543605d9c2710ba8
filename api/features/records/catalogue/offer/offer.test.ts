import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Offer, OfferServiceForm } from '../../../../contract/schemas/offer.ts';
import { catalogue } from '../../../../seed/offer.ts';
import {
  aBooking,
  aCategory,
  anAdmin,
  aPayment,
  aService,
  aUser,
} from '../../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../../testing/builders/offer.ts';
import { aPicture } from '../../../../testing/builders/photos.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const found = (offer: Offer, id: string) =>
  offer.categories.flatMap((one) => one.services).find((one) => one.id === id);

/** A service, and a way to change it; the id of a new one has no row yet. */
async function given(values: Parameters<typeof aService>[1] = {}) {
  const service = await aService(server.deps.db, { name: `Service ${randomUUID()}`, ...values });
  const form = aServiceForm(service);
  const put = (given: Partial<OfferServiceForm>, id = service.id, by = owner) =>
    by.call('putOfferService', { params: { id }, body: { ...form, ...given } });
  return { service, form, put };
}
const read = async (id: string) => (await server.anyone.call('readService', { params: { id } })).body;
const lastAct = () =>
  server.deps.db
    .selectFrom('audit_acts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();

test('a changed service is shown to customers at once, and the log has the values before and after', async () => {
  const { service, put } = await given();
  server.clock.advance({ seconds: 1 });
  const included = ['Oven', '  Fridge  and\nfreezer ', 'Oven'];
  const { body, status } = await put({ name: 'Deep clean', priceCents: 21_550, minutes: 225, included });
  expect(status).toBe(200);
  expect(found(body, service.id)).toMatchObject({ name: 'Deep clean', priceCents: 21_550, version: 2 });
  expect(await read(service.id)).toMatchObject({
    name: 'Deep clean',
    price: 215.5,
    estimatedHours: 3.75,
    included: ['Oven', 'Fridge and freezer'],
    slug: service.slug,
  });
  const { act, details } = await lastAct();
  expect(act).toBe('service_edited');
  expect(JSON.parse(details)).toEqual({
    name: 'Deep clean',
    'name.from': service.name,
    'name.to': 'Deep clean',
    'price_cents.from': 18_900,
    'price_cents.to': 21_550,
    'estimated_minutes.from': 180,
    'estimated_minutes.to': 225,
    'included.from': '',
    'included.to': 'Oven\nFridge and freezer',
  });
});

test('a new service is last in its category, with a slug of its own; a repeat adds nothing', async () => {
  const { service, form, put } = await given({ slug: 'window-cleaning' });
  const id = randomUUID();
  const fresh = { name: 'Window  cleaning', version: null };
  const { body } = await put(fresh, id);
  expect(found(body, id)).toMatchObject({ name: 'Window cleaning', slug: 'window-cleaning-2', version: 1 });
  expect(body.categories.find((one) => one.id === service.category_id)?.services.at(-1)?.id).toBe(id);
  expect((await put(fresh, id)).status).toBe(200);
  const rows = await server.deps.db.selectFrom('services').select('id').where('id', '=', id).execute();
  expect(rows).toHaveLength(1);
  const nowhere = await put({ ...fresh, categoryId: randomUUID() }, randomUUID());
  expect(nowhere).toMatchObject({ status: 404, body: { message: 'Category not found' } });
  expect(form.version).toBe(1);
});

test('a name of emoji is kept, and its slug names the kind', async () => {
  const { put } = await given();
  const id = randomUUID();
  const { body } = await put({ name: '🧹🪟', version: null }, id);
  expect(found(body, id)).toMatchObject({ name: '🧹🪟', slug: expect.stringMatching(/^service(-\d+)?$/) });
  expect(await put({ name: '\u200b', version: null }, randomUUID())).toMatchObject({
    status: 400,
    body: { fields: { name: 'Please name the service' } },
  });
});

test('of two owners who change one service, the later gets the earlier’s values and may then decide', async () => {
  const { service, put } = await given();
  expect((await put({ priceCents: 20_000 })).status).toBe(200);
  const late = await put({ priceCents: 30_000 });
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const current = (late.body as unknown as { current: Offer }).current;
  expect(found(current, service.id)).toMatchObject({ priceCents: 20_000, version: 2 });
  expect((await put({ priceCents: 30_000, version: 2 })).status).toBe(200);
  expect((await read(service.id)).price).toBe(300);
});

test('two owners who save at the same moment leave one change, and one is refused', async () => {
  const { service, put } = await given();
  const other = await server.as(await anAdmin(server.deps.db));
  const both = await Promise.all([
    put({ priceCents: 20_000 }),
    put({ priceCents: 30_000 }, service.id, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('prices that nobody can pay are refused at their field', async () => {
  const { put } = await given();
  const words = 'Please give a price from 1 to 999,999.99, or leave it out';
  for (const priceCents of [0, 99, -1, 9_999_999_900, 1.5])
    expect(await put({ priceCents }), String(priceCents)).toMatchObject({
      status: 400,
      body: { fields: { priceCents: words } },
    });
  expect((await put({ priceCents: 99_999_999 })).status).toBe(200);
  expect(await put({ priceCents: null, bookedBy: 'card', version: 2 })).toMatchObject({
    status: 400,
    body: { fields: { priceCents: 'A service that is booked by card needs a price' } },
  });
  expect((await put({ minutes: 100 })).body).toMatchObject({ fields: { minutes: expect.any(String) } });
  expect((await put({ noticeHours: 721 })).body).toMatchObject({
    fields: { noticeHours: expect.any(String) },
  });
});

test('a retired service keeps its bookings and comes back as it was', async () => {
  const { service, put } = await given();
  const customer = await aUser(server.deps.db);
  const { id } = await aBooking(server.deps.db, { service_id: service.id, user_id: customer.id });
  expect((await put({ isOffered: false })).status).toBe(200);
  expect(await read(service.id)).toMatchObject({ message: 'This service is no longer offered' });
  const theirs = await server.as(customer);
  const booking = await theirs.call('readBooking', { params: { id } });
  expect(booking.body).toMatchObject({ status: 'pending', service: { id: service.id } });
  const { body } = await owner.call('readOffer');
  expect(found(body, service.id)?.isOffered).toBe(false);
  expect((await put({ version: 2 })).status).toBe(200);
  expect(await read(service.id)).toMatchObject({ name: service.name, price: 189 });
});

test('the owner is told how many bookings and payments a change of a service or of a category concerns', async () => {
  const { db } = server.deps;
  const { service } = await given();
  const of = { service_id: service.id };
  for (const status of ['pending', 'scheduled', 'completed', 'cancelled'] as const)
    await aBooking(db, { ...of, status });
  await aPayment(db, { ...of, status: 'awaiting', paid_at: null });
  await aPayment(db, { ...of, status: 'booked' });
  const read = (by: Client, id = service.id) => by.call('readOfferEffects', { params: { id } });
  expect((await read(owner)).body).toEqual({ openBookings: 2, begunPayments: 1 });
  expect((await read(owner, randomUUID())).status).toBe(404);
  expect((await read(await server.as(await aUser(db)))).status).toBe(403);

  const { service: other } = await given({ category_id: service.category_id });
  await aBooking(db, { service_id: other.id, status: 'in_progress' });
  const readAll = (id: string) => owner.call('readCategoryEffects', { params: { id } });
  expect((await readAll(service.category_id)).body).toEqual({ openBookings: 3, begunPayments: 1 });
  const { id: empty } = await aCategory(db);
  expect((await readAll(empty)).body).toEqual({ openBookings: 0, begunPayments: 0 });
  expect((await readAll(service.id)).status).toBe(404);
});

test('two services of a category cannot have one name, and the custom service cannot be changed', async () => {
  const { service, put } = await given();
  const twin = await put({ name: service.name.toUpperCase(), version: null }, randomUUID());
  expect(twin).toMatchObject({ status: 409, body: { fields: { name: 'Another one has this name' } } });
  const custom = await aService(server.deps.db, { slug: 'custom-service', active: 0 });
  const { body } = await owner.call('readOffer');
  expect(found(body, custom.id)).toBeUndefined();
});

test('a category is added, edited and taken off the offer with its services', async () => {
  const { service, put } = await given();
  const id = randomUUID();
  const form = { description: '', color: 'leaf', icon: 'leaf', isOffered: true } as const;
  const putCategory = (given: { name: string; isOffered?: boolean; version: number | null }) =>
    owner.call('putOfferCategory', { params: { id }, body: { ...form, ...given } });
  const name = `Garden ${id}`;
  const { body } = await putCategory({ name, version: null });
  const added = body.categories.find((one) => one.id === id);
  expect(added).toMatchObject({ name, version: 1, services: [], shortName: '', picture: null });
  expect((await put({ categoryId: id })).status).toBe(200);
  expect((await read(service.id)).category.name).toBe(name);
  expect((await putCategory({ name, isOffered: false, version: 1 })).status).toBe(200);
  expect(await read(service.id)).toMatchObject({ message: 'This service is no longer offered' });
  expect((await putCategory({ name: `${name}!`, version: 1 })).status).toBe(409);
  expect((await putCategory({ name: '', version: 2 })).body).toMatchObject({
    fields: { name: 'Please name the category' },
  });
});

test('a new category stands before those at the end of which customers see nothing', async () => {
  const off = await aCategory(server.deps.db, { position: 900, name: `Off ${randomUUID()}` });
  await aService(server.deps.db, { category_id: off.id, active: 0 });
  const form = { description: '', color: 'leaf', icon: 'leaf', isOffered: true, version: null } as const;
  const [first, second] = [randomUUID(), randomUUID()];
  for (const id of [first, second]) {
    const body = { ...form, name: `New ${id}` };
    expect((await owner.call('putOfferCategory', { params: { id }, body })).status).toBe(200);
  }
  const { body } = await owner.call('readOffer');
  const ids = body.categories.map(({ id }) => id);
  expect(ids.slice(ids.indexOf(first))).toEqual(expect.arrayContaining([second, off.id]));
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
  expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(off.id));
});

test('a category shows its short name and its picture, which a page that knows neither leaves', async () => {
  const { service } = await given();
  const { body: picture } = await owner.call('addOfferPicture', { upload: await aPicture() });
  const params = { id: service.category_id };
  const name = `Windows & Glass ${params.id}`;
  const form = { name, description: '', color: 'sky', icon: 'drop', isOffered: true } as const;
  const put = (given: object) =>
    owner.call('putOfferCategory', { params, body: { ...form, ...given } as never });
  const missing = await put({ picture: randomUUID(), version: 1 });
  expect(missing).toMatchObject({ status: 409, body: { fields: { picture: expect.any(String) } } });
  expect((await put({ shortName: 'Windows', picture: picture.id, version: 1 })).status).toBe(200);
  expect((await put({ icon: 'tool', version: 2 })).status).toBe(200);
  const { body } = await server.anyone.call('listCategories');
  expect(body.find((one) => one.id === params.id)).toMatchObject({
    shortName: 'Windows',
    picture: picture.id,
    icon: 'tool',
  });
  expect((await read(service.id)).category.picture).toBe(picture.id);
  expect((await put({ shortName: '', picture: null, version: 3 })).status).toBe(200);
  const after = await server.anyone.call('listCategories');
  expect(after.body.find((one) => one.id === params.id)).not.toHaveProperty('picture');
});

test('services are put into another order unless it changed meanwhile', async () => {
  const { id: categoryId } = await aCategory(server.deps.db);
  const [a, b, c] = await Promise.all(
    [1, 2, 3].map(async (position) => (await given({ category_id: categoryId, position })).service.id),
  );
  const order = (before: unknown[], after: unknown[]) =>
    owner.call('orderOffer', { body: { categoryId, before, after } as never });
  const shown = async () =>
    (await server.anyone.call('listServices')).body
      .filter((one) => one.categoryId === categoryId)
      .map((one) => one.id);
  expect((await order([a, b, c], [c, a, b])).status).toBe(200);
  expect(await shown()).toEqual([c, a, b]);
  const late = await order([a, b, c], [b, a, c]);
  expect(late).toMatchObject({ status: 409, body: { current: { categories: expect.any(Array) } } });
  expect((await order([c, a, b], [c, a])).status).toBe(400);
  expect((await order([c, a, b], [c, a, a])).status).toBe(400);
  expect(
    (await owner.call('orderOffer', { body: { categoryId: randomUUID(), before: [], after: [] } })).status,
  ).toBe(404);
});

test('categories are put into another order', async () => {
  const { body: offer } = await owner.call('readOffer');
  const before = offer.categories.map((one) => one.id);
  const after = before.toReversed();
  const { body } = await owner.call('orderOffer', { body: { categoryId: null, before, after } });
  expect(body.categories.map((one) => one.id)).toEqual(after);
});

test('people without the right neither read nor change the offer', async () => {
  const { service, put } = await given();
  const customer = await server.as(await aUser(server.deps.db));
  const dispatcher = await server.as(await aUser(server.deps.db, { role_id: 'dispatcher' }));
  for (const by of [customer, dispatcher]) {
    expect((await by.call('readOffer')).status).toBe(403);
    expect((await put({ priceCents: 100 }, service.id, by)).status).toBe(403);
  }
  expect((await server.anyone.call('readOffer')).status).toBe(401);
  expect((await read(service.id)).price).toBe(189);
});

test('an owner keeps at most a thousand services, and five hundred are read at once', async () => {
  const { id: categoryId } = await aCategory(server.deps.db);
  const { service, put } = await given({ category_id: categoryId });
  // A description of its own for each, of the length of the first offer's.
  const words = catalogue.flatMap((one) => one.services.flatMap(({ description }) => description.split(' ')));
  const description = (n: number) =>
    Array.from({ length: 22 }, (_, at) => words[(n * 37 + at * (n + 11)) % words.length]).join(' ');
  const others = Array.from({ length: 1000 }, (_, n) => ({
    ...service,
    description: description(n),
    id: randomUUID(),
    slug: `many-${n}`,
    name: `Many ${n}`,
    active: n < 500 ? 1 : 0,
  }));
  for (let n = 0; n < others.length; n += 200)
    await server.deps.db
      .insertInto('services')
      .values(others.slice(n, n + 200))
      .execute();
  const { body } = await server.anyone.call('listServices');
  expect(body.filter((one) => one.categoryId === categoryId)).toHaveLength(501);
  const list = await server.anyone.raw('GET', '/api/services');
  expect(list.headers.get('content-encoding')).toBe('gzip');
  expect(Number(list.headers.get('content-length'))).toBeLessThanOrEqual(60_000);
  const plain = await server.anyone.raw('GET', '/api/services', {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.json()).toEqual(body);
  expect(await put({ name: 'One more', version: null }, randomUUID())).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1000 services') },
  });
});
