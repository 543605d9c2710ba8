import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { serviceOf } from '../../../seed/offer.ts';
import { aBooking, anAdmin, aService } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { listServices } from './catalogue.service.ts';
import { beginRevision } from './offer/offer.repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedCatalogue(server.deps.db);
});
afterAll(() => server.close());

test('anyone can read the categories and the services in the order of the catalogue', async () => {
  const categories = await server.anyone.call('listCategories');
  expect(categories.body.map((c) => c.name.split(' ')[0])).toEqual([
    'Home',
    'Cleaning',
    'Outdoor',
    'Personal',
    'General',
  ]);
  const services = await server.anyone.call('listServices');
  expect(services.body).toHaveLength(25);
  expect(services.body[0]?.name).toBe('Washer and dryer repair');
  expect(services.body.at(-1)?.name).toBe('Pest control');
});

test('a service shows its price in whole units of the currency and its length in hours', async () => {
  const { id } = serviceOf('lawn-mowing');
  const { body } = await server.anyone.call('readService', { params: { id } });
  expect(body).toMatchObject({
    slug: 'lawn-mowing',
    name: 'Lawn mowing',
    price: 95,
    estimatedHours: 1.5,
    category: { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' },
  });
  const quoted = await server.anyone.call('readService', {
    params: { id: serviceOf('wall-painting').id },
  });
  expect(quoted.body.price).toBeNull();
});

test('a withdrawn service is neither listed nor found', async () => {
  const { id } = await aService(server.deps.db, { active: 0 });
  const services = await server.anyone.call('listServices');
  expect(services.body.map((s) => s.id)).not.toContain(id);
  const read = (of: string) => server.anyone.call('readService', { params: { id: of } });
  expect(await read(id)).toMatchObject({
    status: 404,
    body: { message: 'This service is no longer offered' },
  });
  expect(await read(randomUUID())).toMatchObject({ status: 404, body: { message: 'Service not found' } });
});

test('the list is made once for each revision of the offer', async () => {
  const { db, clock, sandbox } = server.deps;
  const list = () => listServices({ db, clock, sandbox });
  const before = await list();
  expect(await list()).toBe(before);
  const { id } = await aService(db);
  expect((await list()).map((one) => one.id)).toContain(id);
});

test('a category that is off hides its services, and keeps their bookings', async () => {
  const { db } = server.deps;
  const { id, category_id } = await aService(db);
  const { id: bookingId } = await aBooking(db, { service_id: id });
  await db.updateTable('service_categories').set({ active: 0 }).where('id', '=', category_id).execute();
  await beginRevision(db);
  const { body: services } = await server.anyone.call('listServices');
  expect(services.map((one) => one.id)).not.toContain(id);
  const { body: categories } = await server.anyone.call('listCategories');
  expect(categories.map((one) => one.id)).not.toContain(category_id);
  const team = await server.as(await anAdmin(db));
  const booking = await team.call('readAnyBooking', { params: { id: bookingId } });
  expect(booking.body.service).toMatchObject({ id, name: 'House cleaning' });
});

test('a service names what it includes, its notice, its one way of booking, and its search words', async () => {
  const { db } = server.deps;
  const read = async (id: string) => (await server.anyone.call('readService', { params: { id } })).body;
  const { id } = await aService(db, {
    included: 'Oven\nFridge',
    search_words: 'cleaner',
    booked_by: 'plan',
    notice_hours: 24,
    drawing: 'lawn-mowing',
  });
  expect(await read(id)).toMatchObject({
    included: ['Oven', 'Fridge'],
    searchWords: 'cleaner',
    bookedBy: 'plan',
    noticeHours: 24,
    drawing: 'lawn-mowing',
    // Nobody pays it by card, also on a page of an earlier release.
    price: null,
  });
  const { id: silent } = await aService(db);
  for (const name of ['included', 'searchWords', 'bookedBy', 'noticeHours', 'drawing'])
    expect(await read(silent)).not.toHaveProperty(name);
});

test('every service is rated 4.8 where everybody signs in as a persona', async () => {
  const { body } = await server.anyone.call('listServices');
  expect(body.map((one) => one.rating)).toEqual(body.map(() => ({ mean: 4.8, count: null })));
});

test('elsewhere a service shows the mean of its reviews from five on', async () => {
  const real = await startTestServer({
    env: {
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_CLIENT_ID: 'us',
      OIDC_CLIENT_SECRET: 'hush',
      SANDBOX: '1',
    },
  });
  const { db } = real.deps;
  const { id } = await aService(db);
  const rating = async () => {
    // Reviews are counted once a minute.
    real.clock.advance({ seconds: 60 });
    const one = (await real.anyone.call('readService', { params: { id } })).body.rating;
    const list = (await real.anyone.call('listServices')).body;
    expect(list.find((service) => service.id === id)?.rating).toEqual(one);
    return one;
  };
  for (const stars of [5, 4, 5, 4]) await aBooking(db, { service_id: id, rating: stars });
  await aBooking(db, { service_id: id });
  expect(await rating()).toBeUndefined();
  await aBooking(db, { service_id: id, rating: 5 });
  expect(await rating()).toEqual({ mean: 4.6, count: 5 });
  await real.close();
});
