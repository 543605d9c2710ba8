import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Note } from '../../../bus/bus.ts';
import type { Db } from '../../../db/database.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { setRole } from './administrators.repository.ts';
import { removeMember } from './admins.service.ts';
import { requireRole } from './roles.service.ts';

let server: TestServer;
let db: Db;
const notes: Note[] = [];
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  server.deps.bus.hear((note) => notes.push(note));
});
afterAll(() => server.close());

const admins = () =>
  db.selectFrom('users').select('id').where('role_id', '=', 'administrator').orderBy('id').execute();

test('an administrator stays, although colleagues and the command take each other’s role at once', async () => {
  for (let round = 0; round < 5; round++) {
    await db.updateTable('users').set({ role_id: null }).execute();
    const [one, two] = [await anAdmin(db), await anAdmin(db)];
    const [ones, twos] = [await server.as(one), await server.as(two)];
    const body = { role: 'customer', expectedRole: 'admin' };
    await Promise.all([
      ones.call('changeRole', { params: { id: two.id }, body }),
      twos.call('changeRole', { params: { id: one.id }, body }),
      removeMember(server.deps, one.id),
      removeMember(server.deps, two.id),
    ]);
    expect(await admins(), `round ${round}`).toHaveLength(1);
  }
});

test('people who are given a role while it is edited are told of the edited one', async () => {
  await db.updateTable('users').set({ role_id: null }).execute();
  const boss = await server.as(await anAdmin(db));
  const user = await aUser(db);
  const { body: role } = await boss.call('addRole', { body: { name: 'Desk', permissions: ['log.read'] } });
  notes.length = 0;
  const body = { name: 'Desk', permissions: ['support.answer' as const] };
  const { edit } = await db.transaction().execute(async (tx) => {
    await requireRole(tx, role.id);
    await setRole(tx, user.id, role.id, server.clock.now().toISOString());
    return { edit: boss.call('editRole', { params: { id: role.id }, body }) };
  });
  expect((await edit).status).toBe(200);
  expect(notes).toContainEqual({ kind: 'person', personId: user.id });
});

test('a role is made once, although its maker sends it twice at once', async () => {
  await db.updateTable('users').set({ role_id: null }).execute();
  const boss = await server.as(await anAdmin(db));
  const form = { name: 'Front desk', permissions: ['log.read' as const] };
  const add = (body: typeof form) => boss.call('addRole', { body });
  const answers = await Promise.all([add(form), add(form), add({ ...form, name: 'front desk' })]);
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
  expect([1, 2]).toContain(made.length);
  expect(new Set(made).size).toBe(1);
  const acts = await db.selectFrom('audit_acts').select('id').where('act', '=', 'role_added').execute();
  expect(acts.length, 'the role of the test before, and this one').toBe(2);
});
