import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import { seedCatalogue } from './catalogue.ts';
import { catalogue } from './offer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The services of spec §2. */
const listed: Record<string, string[]> = {
  'Home Maintenance': [
    'Washer and dryer repair',
    'Dishwasher service',
    'Hot water heater',
    'TV and electronics',
    'Drain unclogging',
    'Air filter changes',
  ],
  'Cleaning Services': ['House and bathroom cleaning', 'Laundry service', 'Gutter cleaning'],
  'Outdoor Services': [
    'Lawn mowing',
    'Snow shoveling',
    'Light landscaping',
    'Leaf raking',
    'Deck staining',
    'Holiday decorating',
  ],
  'Personal Services': [
    'Grocery shopping',
    'Errand running',
    'Meal preparation',
    'Dry cleaning pickup',
    'Pet care and walking',
  ],
  'General Help': [
    'Light bulb changes',
    'Tech and internet help',
    'Furniture moving',
    'Wall painting',
    'Pest control',
  ],
};

test('every category and service of the specification is offered', () => {
  const offered = catalogue.map((c) => [c.name, c.services.map((s) => s.name)]);
  expect(Object.fromEntries(offered)).toEqual(listed);
});

test('ids are UUIDs of version 4 that differ in the eight characters shown to people', () => {
  const ids = catalogue.flatMap((c) => [c.id, ...c.services.map((s) => s.id)]);
  for (const id of ids) expect(id).toMatch(uuid4);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
});

test('lengths are whole half hours, and some services have no price of their own', () => {
  const services = catalogue.flatMap((c) => [...c.services]);
  for (const service of services) expect(service.estimated_minutes % 30).toBe(0);
  expect(services.filter((s) => s.price_cents === null).length).toBeGreaterThanOrEqual(2);
});

test('five simultaneous starts fill an empty catalogue once, and a later start changes nothing', async () => {
  const { db } = database;
  await Promise.all(Array.from({ length: 5 }, () => seedCatalogue(db)));
  const read = () => db.selectFrom('services').selectAll().orderBy('id').execute();
  const seeded = await read();
  expect(seeded).toHaveLength(26);
  const mine = { name: 'Lawn care', price_cents: 11_000, active: 0 };
  await db.updateTable('services').set(mine).where('slug', '=', 'lawn-mowing').execute();
  await seedCatalogue(db);
  expect(await read()).toEqual(seeded.map((s) => (s.slug === 'lawn-mowing' ? { ...s, ...mine } : s)));
});
