import { afterAll, beforeAll, expect, test } from 'vitest';
import { isClaim } from '../contract/rules/look/texts.ts';
import { aSubscription } from '../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import { seedCatalogue } from './catalogue.ts';
import { withdrawPlanClaims } from './claims.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const claims = async () => {
  const { db } = database;
  const plans = await db.selectFrom('plan_versions').select(['id', 'features']).execute();
  return plans
    .flatMap(({ id, features }) => (JSON.parse(features) as string[]).map((text) => [id, text] as const))
    .filter(([, text]) => isClaim(text));
};

test('where people are real, the first plans and services claim nothing; a version that was sold stays', async () => {
  const { db } = database;
  await seedCatalogue(db, { isSandbox: false });
  const services = await db.selectFrom('services').select(['description', 'included']).execute();
  const categories = await db.selectFrom('service_categories').select('description').execute();
  expect(services.length).toBeGreaterThan(20);
  expect(
    [...services, ...categories].flatMap((row) => Object.values(row)).filter((text) => isClaim(text ?? '')),
  ).toEqual([]);
  expect(await claims()).toEqual([['premium', '24/7 emergency support']]);
  const { user_id } = await aSubscription(db, { tier: 'premium' });
  await withdrawPlanClaims(db);
  expect(await claims()).toHaveLength(1);
  await db.deleteFrom('subscriptions').where('user_id', '=', user_id).execute();
  await withdrawPlanClaims(db);
  await withdrawPlanClaims(db);
  expect(await claims()).toEqual([]);
});
