import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
import { grantAdmin } from './roles.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const grant = (who: string) => grantAdmin({ db: database.db, clock: systemClock }, who);
const roleOf = async (id: string) =>
  (await database.db.selectFrom('users').select('role_id').where('id', '=', id).executeTakeFirstOrThrow())
    .role_id;

test('the only person with an address becomes an administrator', async () => {
  const user = await aUser(database.db, { email: 'boss@example.com' });
  const bystander = await aUser(database.db);
  expect(await grant(' Boss@Example.com ')).toMatchObject({ granted: true });
  expect(await roleOf(user.id)).toBe('administrator');
  expect(await roleOf(bystander.id)).toBeNull();
});

test('an address of nobody grants nothing', async () => {
  expect(await grant('nobody@example.com')).toEqual({ granted: false, found: [] });
});

test('an address of people of two issuers grants nothing; an id does', async () => {
  const one = await aUser(database.db, { email: 'two@example.com' });
  const two = await aUser(database.db, { email: 'two@example.com', issuer: 'https://issuer.example' });
  const { granted, found } = await grant('two@example.com');
  expect(granted).toBe(false);
  expect(found.map((user) => user.id).sort()).toEqual([one.id, two.id].sort());
  expect(await grant(two.id)).toMatchObject({ granted: true });
  expect([await roleOf(one.id), await roleOf(two.id)]).toEqual([null, 'administrator']);
});

test('an administrator made by the command is logged once', async () => {
  const { id } = await aUser(database.db);
  await grant(id);
  await grant(id);
  const acts = database.db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id);
  const [act, ...others] = await acts.execute();
  expect(others).toEqual([]);
  expect(act).toMatchObject({ actor_id: id, user_id: id, act: 'role_changed', subject_kind: 'user' });
  expect(JSON.parse(act?.details ?? '')).toEqual({ from: 'customer', to: 'admin', by: 'command' });
});
