import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../../contract/access/permissions.ts';
import type { Db } from '../../../../db/database.ts';
import { anAdmin, aUser } from '../../../../testing/builders/builders.ts';
import type { Client } from '../../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { deliverInvitations } from '../../../flows/delivery/invitation-letters.service.ts';
import { recognise } from '../../../flows/sign-in/sign-in.service.ts';
import { grantAdmin } from '../roles.service.ts';

let server: TestServer;
let db: Db;
let boss: Client;
let n = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: 'listed@example.com' } });
  db = server.deps.db;
  boss = await server.as(await anAdmin(db, { email: 'boss@example.com' }));
});
afterAll(() => server.close());

const aRole = async (...permissions: Permission[]) =>
  (await boss.call('addRole', { body: { name: `Role ${++n}`, permissions } })).body;
const invite = (by: Client, email: string, role: string) => by.call('invite', { body: { email, role } });
const signIn = (email: string, subject = email) =>
  recognise(server.deps, {
    issuer: 'sandbox',
    subject,
    email,
    emailVerified: true,
    firstName: 'Jo',
    lastName: 'Park',
    pictureUrl: null,
  });
const roleOf = async (id: string) =>
  (await db.selectFrom('users').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id;
const open = async () => (await boss.call('listInvitations')).body.map(({ email }) => email);
const change = (id: string, role: string, expectedRole: string) =>
  boss.call('changeRole', { params: { id }, body: { role, expectedRole } });
/** Somebody who may invite to the role of `log.read`. */
async function aGiver() {
  const giving = await aRole('roles.give', 'log.read');
  const user = await aUser(db, { role_id: giving.id });
  return { user, giving, by: await server.as(user) };
}

test('an invitation whose maker may no longer give the role is over: unlisted, unsent, replaced by another', async () => {
  const { user, giving, by } = await aGiver();
  const role = await aRole('log.read');
  const { body: first } = await invite(by, 'ada@example.com', role.id);
  expect(await open()).toContain('ada@example.com');
  await change(user.id, 'customer', giving.id);
  expect(await open()).not.toContain('ada@example.com');

  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => void sent.push(to);
  const deps = { ...server.deps, mail: { kind: 'smtp' as const, send } };
  await deliverInvitations(deps, new AbortController().signal);
  expect(sent).toEqual([]);

  const { status, body: second } = await invite(boss, 'ada@example.com', role.id);
  expect([status, second.id === first.id]).toEqual([200, false]);
  expect(await open()).toContain('ada@example.com');
  expect(await roleOf(await signIn('ada@example.com'))).toBe(role.id);
});

test('a role is deleted after its invitations are over, and not while one counts', async () => {
  const { user, giving, by } = await aGiver();
  const role = await aRole('log.read');
  await invite(by, 'bea@example.com', role.id);
  const remove = async () => (await boss.call('removeRole', { params: { id: role.id } })).status;
  expect(await remove()).toBe(409);
  await change(user.id, 'customer', giving.id);
  expect(await remove()).toBe(200);
  expect(await roleOf(await signIn('bea@example.com'))).toBeNull();
});

test('an invitation never brings back a role that was given by hand and taken since', async () => {
  for (const give of [
    (id: string) => change(id, 'support', 'customer'),
    (id: string) => grantAdmin({ db, clock: server.clock }, id, 'support'),
  ]) {
    const email = `back-${++n}@example.com`;
    const id = await signIn(email);
    await invite(boss, email, 'dispatcher');
    await give(id);
    expect(await open()).not.toContain(email);
    await change(id, 'customer', 'support');
    await signIn(email);
    expect(await roleOf(id)).toBeNull();
  }
});

test('an invitation is over for an administrator of the list, who has a role already', async () => {
  await invite(boss, 'listed@example.com', 'dispatcher');
  const id = await signIn('listed@example.com');
  expect(await roleOf(id)).toBe('administrator');
  expect(await open()).not.toContain('listed@example.com');
});

test('the link leads to the team’s pages if the role opens one, and a worker to their week', async () => {
  const linkTo = async (role: string) => (await invite(boss, `${role}@link.example`, role)).body.link;
  expect(new URL(await linkTo('dispatcher')).searchParams.get('returnTo')).toBe('/admin');
  expect(new URL(await linkTo('worker')).searchParams.get('returnTo')).toBe('/admin/week');
  for (const { id } of (await boss.call('listInvitations')).body)
    await boss.call('revokeInvitation', { params: { id } });
});

test('members of the team, oneself and unknown roles are not invited', async () => {
  const { user, by } = await aGiver();
  expect((await invite(by, user.email, 'worker')).status).toBe(403);
  expect((await invite(boss, 'boss@example.com', 'dispatcher')).status).toBe(409);
  expect((await invite(boss, user.email.toUpperCase(), 'dispatcher')).status).toBe(409);
  expect((await invite(boss, 'new@example.com', 'customer')).status).toBe(404);
  expect((await invite(boss, 'new@example.com', 'nonsense')).status).toBe(404);
  expect(await open()).toEqual([]);
});

test('an invitation is taken back by people who may give its role alone', async () => {
  const { by } = await aGiver();
  const { body } = await invite(boss, 'cleo@example.com', 'dispatcher');
  const revoke = (client: Client) => client.call('revokeInvitation', { params: { id: body.id } });
  expect((await revoke(by)).status).toBe(403);
  expect(await open()).toContain('cleo@example.com');
  expect([(await revoke(boss)).status, (await revoke(boss)).status]).toEqual([200, 404]);
});

test('one of two people with the invited address has the role, although they sign in at once', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `twins-${round}@example.com`;
    await invite(boss, email, 'dispatcher');
    const ids = await Promise.all(['one', 'two', 'three'].map((name) => signIn(email, `${name}-${round}`)));
    const roles = await Promise.all(ids.map(roleOf));
    expect(roles.filter((role) => role === 'dispatcher')).toHaveLength(1);
  }
});

test('a person who signs in twice at once joins once', async () => {
  await invite(boss, 'dbl@example.com', 'support');
  const [id = '', again] = await Promise.all([signIn('dbl@example.com'), signIn('dbl@example.com')]);
  expect(again).toBe(id);
  expect(await roleOf(id)).toBe('support');
  const acts = await db.selectFrom('audit_acts').select('details').where('subject_id', '=', id).execute();
  expect(acts.map(({ details }) => JSON.parse(details).by)).toEqual(['invitation']);
});

test('an invitation is either accepted or taken back, although both happen at once', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `back-and-forth-${round}@example.com`;
    const { body } = await invite(boss, email, 'dispatcher');
    const [id, { status }] = await Promise.all([
      signIn(email),
      boss.call('revokeInvitation', { params: { id: body.id } }),
    ]);
    expect([
      [200, null],
      [404, 'dispatcher'],
    ]).toContainEqual([status, await roleOf(id)]);
  }
});

test('an address that two invite at once has one invitation', async () => {
  const other = await server.as(await anAdmin(db));
  for (let round = 0; round < 5; round++) {
    const email = `once-${round}@example.com`;
    const answers = await Promise.all([
      invite(boss, email, 'dispatcher'),
      invite(other, email, 'dispatcher'),
      invite(other, email, 'support'),
    ]);
    expect([
      [200, 200, 409],
      [409, 409, 200],
    ]).toContainEqual(answers.map(({ status }) => status));
    expect((await open()).filter((one) => one === email)).toHaveLength(1);
  }
});

test('nobody is invited to, or has, a role that is deleted at once', async () => {
  for (let round = 0; round < 5; round++) {
    const role = await aRole('log.read');
    const user = await aUser(db);
    const email = `gone-${round}@example.com`;
    const [removed, invited, given] = await Promise.all([
      boss.call('removeRole', { params: { id: role.id } }),
      invite(boss, email, role.id),
      change(user.id, role.id, 'customer'),
    ]);
    expect([200, 409]).toContain(removed.status);
    if (removed.status === 200) expect([invited.status, given.status]).toEqual([404, 404]);
    else expect([invited.status, given.status]).toContain(200);
    expect(await roleOf(user.id)).toBe(given.status === 200 ? role.id : null);
  }
});
