import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Note } from '../../../bus/bus.ts';
import type { Db } from '../../../db/database.ts';
import { aChatMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { grantAdmin } from './roles.service.ts';

let server: TestServer;
let db: Db;
const notes: Note[] = [];
beforeAll(async () => {
  server = await startTestServer();
  server.deps.bus.hear((note) => notes.push(note));
  db = server.deps.db;
});
afterAll(() => server.close());

type Role = 'customer' | 'admin';
const change = (by: Client, id: string, role: Role, expectedRole: Role) =>
  by.call('changeRole', { params: { id }, body: { role, expectedRole } });
const roleOf = async (id: string) =>
  (await db.selectFrom('users').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id;
const actsOn = (id: string) =>
  db
    .selectFrom('audit_acts')
    .select(['act', 'actor_id', 'user_id', 'details'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute();

test('a new administrator has the role at the next call, in the open app, and in the audit log', async () => {
  const boss = await anAdmin(db);
  const [by, user] = [await server.as(boss), await aUser(db)];
  const theirs = await server.as(user);
  expect((await theirs.call('listCustomers')).status).toBe(403);

  const answer = await change(by, user.id, 'admin', 'customer');
  expect([answer.status, answer.body.role]).toEqual([200, 'admin']);
  expect((await theirs.call('listCustomers')).status).toBe(200);
  expect((await theirs.call('readUser')).body.role).toBe('admin');
  expect(notes).toContainEqual({ kind: 'person', personId: user.id });
  expect(notes).toContainEqual({
    kind: 'changed',
    people: [user.id],
    admins: false,
    keys: ['/api/auth/user'],
  });

  expect((await change(by, user.id, 'customer', 'admin')).body.role).toBe('customer');
  expect((await theirs.call('listCustomers')).status).toBe(403);
  expect(await actsOn(user.id)).toEqual(
    [
      { from: 'customer', to: 'admin' },
      { from: 'admin', to: 'customer' },
    ].map((details) => ({
      act: 'role_changed',
      actor_id: boss.id,
      user_id: user.id,
      details: JSON.stringify(details),
    })),
  );
});

test('a person who leaves the team gives up their conversations, which others then find', async () => {
  const [boss, helper, user] = [await anAdmin(db), await anAdmin(db), await aUser(db)];
  const [by, theirs] = [await server.as(boss), await server.as(helper)];
  const sent = await aChatMessage(server.deps, { conversationId: user.id, sender: user, content: 'Hello' });
  await theirs.call('changeConversation', {
    params: { id: user.id },
    body: { assignee: 'me', lastSeenId: sent.id },
  });
  const nobodys = async () => {
    const { body } = await by.call('listConversations', { query: { assignee: 'nobody' } });
    return body.map(({ id }) => id);
  };
  expect(await nobodys()).not.toContain(user.id);
  notes.length = 0;
  await change(by, helper.id, 'customer', 'admin');
  expect(await nobodys()).toContain(user.id);
  expect(notes.flatMap((note) => (note.kind === 'changed' ? note.keys : []))).toContain(
    '/api/admin/conversations',
  );
});

test('an administrator made by the command on the server is one at once and appears in the log', async () => {
  const by = await server.as(await anAdmin(db));
  const user = await aUser(db, { first_name: 'Ada', last_name: 'Byron' });
  const theirs = await server.as(user);
  await grantAdmin(server.deps, user.email);
  await grantAdmin(server.deps, user.email);
  const log = (await by.call('listActs', { query: { user: user.id } })).body;
  const ada = { id: user.id, name: 'Ada Byron' };
  expect(log).toMatchObject([
    {
      act: 'role_changed',
      actor: ada,
      customer: ada,
      details: { from: 'customer', to: 'admin', by: 'command' },
    },
  ]);
  expect((await theirs.call('listActs')).status).toBe(200);
});

test('a repeated change of role changes nothing and is logged once', async () => {
  const [by, user] = [await server.as(await anAdmin(db)), await aUser(db)];
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => change(by, user.id, 'admin', 'customer')),
  );
  expect(answers.map((a) => [a.status, a.body.role])).toEqual(answers.map(() => [200, 'admin']));
  expect(await actsOn(user.id)).toHaveLength(1);
});

test('the own role, an unknown person and a stale view are refused', async () => {
  const boss = await anAdmin(db);
  const by = await server.as(boss);
  const answer = await change(by, boss.id, 'customer', 'admin');
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(await roleOf(boss.id)).toBe('administrator');
  expect(await actsOn(boss.id)).toEqual([]);
  expect((await change(by, '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11', 'admin', 'customer')).status).toBe(404);
  const other = await anAdmin(db);
  const stale = await change(by, other.id, 'customer', 'customer');
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  expect(await roleOf(other.id)).toBe('administrator');
  const body = { role: 'owner', expectedRole: 'admin' };
  expect((await by.call('changeRole', { params: { id: other.id }, body })).status).toBe(404);
});

test('customers and visitors cannot change roles', async () => {
  const user = await aUser(db);
  const theirs = await server.as(user);
  const other = await aUser(db);
  expect((await change(theirs, other.id, 'admin', 'customer')).status).toBe(403);
  expect((await change(theirs, user.id, 'admin', 'customer')).status).toBe(403);
  expect((await change(server.anyone, other.id, 'admin', 'customer')).status).toBe(401);
  expect([await roleOf(user.id), await roleOf(other.id)]).toEqual([null, null]);
});

test('administrators who take each other’s role at once leave one of them', async () => {
  const alone = await startTestServer();
  const mine = alone.deps.db;
  for (let round = 0; round < 5; round++) {
    const circle = [await anAdmin(mine), await anAdmin(mine), await anAdmin(mine)];
    const clients = await Promise.all(circle.map((one) => alone.as(one)));
    await Promise.all(
      clients.flatMap((by, n) =>
        [1, 2].map((on) => change(by, circle[(n + on) % 3]?.id ?? '', 'customer', 'admin')),
      ),
    );
    const left = await mine.selectFrom('users').select('id').where('role_id', '=', 'administrator').execute();
    expect(left.length, `round ${round}`).toBeGreaterThan(0);
    await mine.updateTable('users').set({ role_id: null }).execute();
  }
  await alone.close();
});
