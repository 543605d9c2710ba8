import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { serviceOf } from '../../../seed/offer.ts';
import { aService } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

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
  expect((await server.anyone.call('readService', { params: { id } })).status).toBe(404);
  expect((await server.anyone.call('readService', { params: { id: randomUUID() } })).status).toBe(404);
});
