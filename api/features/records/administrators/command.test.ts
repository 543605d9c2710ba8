import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
import { processEnv } from '../../../testing/machine/process-env.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** `npm run admin`, as an operator runs it. @returns its exit code and its line */
const run = (...args: string[]) =>
  new Promise<[code: number, line: string]>((resolve) => {
    const env = { ...processEnv(), DATABASE_URL: database.url };
    execFile(process.execPath, ['scripts/admin.ts', ...args], { env }, (error, out, err) =>
      resolve([error ? Number(error.code) : 0, (out || err).trim()]),
    );
  });
const roleOf = async (id: string) =>
  (await database.db.selectFrom('users').select('role_id').where('id', '=', id).executeTakeFirstOrThrow())
    .role_id;

test('the command gives each role of the team, and takes it again', async () => {
  const { db } = database;
  const { id, email } = await aUser(db, { email: 'dana@example.com' });
  expect(await run('--remove', email)).toEqual([1, `${email} does not belong to the team`]);
  expect(await run('--role', 'dispatcher', email)).toEqual([0, `${email} has the role dispatcher now`]);
  expect(await roleOf(id)).toBe('dispatcher');
  expect(await run('--role', 'nonsense', email)).toEqual([1, 'Role not found']);
  expect(await run('--remove', email)).toEqual([0, `${email} does not belong to the team any more`]);
  expect(await roleOf(id)).toBeNull();
  const acts = await db.selectFrom('audit_acts').select('details').orderBy('created_at').execute();
  expect(acts.map(({ details }) => JSON.parse(details))).toEqual([
    { from: 'customer', to: 'dispatcher', name: 'Dispatcher', by: 'command' },
    { from: 'dispatcher', to: 'customer', by: 'command' },
  ]);
});

test('the command makes administrators, and takes the role of each but the last', async () => {
  const { db } = database;
  const [one, two] = [
    await aUser(db, { email: 'one@example.com' }),
    await anAdmin(db, { email: 'two@example.com' }),
  ];
  expect(await run(one.email)).toEqual([0, `${one.email} is an administrator now`]);
  expect((await run('--role', 'support', one.email))[0]).toBe(1);
  expect(await run('--remove', one.email)).toEqual([0, `${one.email} does not belong to the team any more`]);
  const [code, line] = await run('--remove', two.email);
  expect([code, line]).toEqual([1, expect.stringContaining('is the last administrator who can sign in')]);
  expect(await roleOf(two.id)).toBe('administrator');
});

test('the command without a person, or with one whom nobody vouches for, changes nothing', async () => {
  const { email } = await aUser(database.db, { email: 'claimed@example.com', email_verified: 0 });
  expect((await run())[1]).toMatch(/^Name the person/);
  expect((await run('--role', 'dispatcher'))[1]).toMatch(/^Name the person/);
  expect((await run('--role', 'dispatcher', email))[1]).toMatch(/^Nobody has signed in yet as claimed@/);
});
