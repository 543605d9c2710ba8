import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { Db } from '../../../db/database.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openSocket } from '../../../testing/servers/socket.ts';
import { deliverInvitations } from '../../flows/delivery/invitation-letters.service.ts';
import { recognise } from '../../flows/sign-in/sign-in.service.ts';
import { clearInvitations } from './invitations/invitations.service.ts';
import { grantAdmin } from './roles.service.ts';

let server: TestServer;
let db: Db;
let boss: Client;
let n = 0;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  boss = await server.as(await anAdmin(db, { email: 'boss@example.com' }));
});
afterAll(() => server.close());

const aRole = async (permissions: Permission[], by = boss) =>
  (await by.call('addRole', { body: { name: `Role ${++n}`, permissions } })).body;
/** Signs somebody in, as the issuer describes them. */
const signIn = (email: string, emailVerified = true) =>
  recognise(server.deps, {
    issuer: 'sandbox',
    subject: `${email}-${emailVerified}`,
    email,
    emailVerified,
    firstName: 'Jo',
    lastName: 'Park',
    pictureUrl: null,
  });
const roleOf = async (id: string) =>
  (await db.selectFrom('users').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id;

test('the roles of every installation are listed with their permissions and people', async () => {
  await aUser(db, { role_id: 'dispatcher' });
  const { body } = await boss.call('listRoles');
  const builtIn = body.filter((role) => role.isBuiltIn);
  expect(builtIn.map(({ id, people }) => [id, people])).toEqual([
    ['accountant', 0],
    ['administrator', 1],
    ['dispatcher', 1],
    ['support', 0],
    ['worker', 0],
  ]);
  expect(builtIn.find(({ id }) => id === 'administrator')?.permissions).toContain('roles.give');
});

test('an own role holds at the next call and the open socket, and includes what it requires', async () => {
  const role = await aRole(['bookings.message']);
  expect(role.permissions).toEqual(['bookings.read', 'bookings.message']);
  const user = await aUser(db);
  const theirs = await server.as(user);
  const give = (word: string, expectedRole: string) =>
    boss.call('changeRole', { params: { id: user.id }, body: { role: word, expectedRole } });
  expect((await give(role.id, 'customer')).body.team).toEqual({ id: role.id, name: role.name });
  expect((await theirs.call('listAllBookings')).status).toBe(200);
  expect((await theirs.call('readUser')).body).toMatchObject({
    role: 'customer',
    permissions: ['bookings.message', 'bookings.read'],
  });
  const remove = () => boss.call('removeRole', { params: { id: role.id } });
  expect((await remove()).status).toBe(409);

  const socket = await openSocket(server, user);
  const body = { name: role.name, permissions: ['log.read' as const] };
  expect((await boss.call('editRole', { params: { id: role.id }, body })).status).toBe(200);
  expect(await socket.closed).toBe(1001);
  expect((await theirs.call('listAllBookings')).status).toBe(403);
  expect((await theirs.call('listActs')).status).toBe(200);

  expect((await give('customer', role.id)).body.team).toBeNull();
  expect((await remove()).status).toBe(200);
});

test('nobody gives, takes, makes, edits or invites to more than they may do themselves', async () => {
  const giving = await aRole(['roles.give', 'log.read']);
  const more = await aRole(['money.read']);
  const giver = await server.as(await aUser(db, { role_id: giving.id }));
  const [user, colleague] = [await aUser(db), await aUser(db, { role_id: more.id })];
  const give = (id: string, role: string, expectedRole: string) =>
    giver.call('changeRole', { params: { id }, body: { role, expectedRole } });
  const form = (permissions: Permission[]) => ({ name: `Role ${++n}`, permissions });
  const answers = await Promise.all([
    give(user.id, more.id, 'customer'),
    give(user.id, 'admin', 'customer'),
    give(colleague.id, 'customer', more.id),
    giver.call('addRole', { body: form(['money.refund']) }),
    giver.call('editRole', { params: { id: more.id }, body: form(['log.read']) }),
    giver.call('editRole', { params: { id: giving.id }, body: form(['log.read']) }),
    giver.call('removeRole', { params: { id: more.id } }),
    giver.call('invite', { body: { email: 'more@example.com', role: more.id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  const same = await aRole(['log.read'], giver);
  expect((await give(user.id, same.id, 'customer')).status).toBe(200);
});

test('a built-in role stays as it is, and two roles never have one name', async () => {
  const form = { name: 'dispatcher', permissions: ['log.read' as const] };
  expect((await boss.call('addRole', { body: form })).status).toBe(409);
  const edit = { params: { id: 'dispatcher' }, body: { ...form, name: 'Other' } };
  expect([403, 404]).toContain((await boss.call('editRole', edit)).status);
});

test('the last administrator who can sign in stays, whoever wants to take the role', async () => {
  const all = (await boss.call('readUser')).body.permissions;
  const everything = await aRole(all);
  const giver = await server.as(await aUser(db, { role_id: everything.id }));
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'boss@example.com')
    .executeTakeFirstOrThrow();
  const take = () =>
    giver.call('changeRole', { params: { id }, body: { role: 'customer', expectedRole: 'admin' } });
  expect((await take()).status).toBe(409);
  expect(await roleOf(id)).toBe('administrator');
});

test('the command gives a role, and never lowers an administrator', async () => {
  const user = await aUser(db);
  const parts = { db, clock: server.clock };
  expect(await grantAdmin(parts, user.id, 'dispatcher')).toMatchObject({ granted: true });
  expect(await roleOf(user.id)).toBe('dispatcher');
  await expect(grantAdmin(parts, user.id, 'nonsense')).rejects.toMatchObject({ code: 'not_found' });
  await expect(grantAdmin(parts, 'boss@example.com', 'dispatcher')).rejects.toMatchObject({
    code: 'conflict',
  });
});

const invite = (email: string, role = 'dispatcher') => boss.call('invite', { body: { email, role } });
const open = async () => (await boss.call('listInvitations')).body.map(({ email }) => email);

test('the vouched-for address of an invitation has its role at the next sign-in, once', async () => {
  const { body } = await invite('Jo@Example.com');
  expect(body).toMatchObject({ email: 'jo@example.com', role: { name: 'Dispatcher' }, letter: 'waiting' });
  expect((await invite('jo@example.com')).body.id).toBe(body.id);
  expect((await invite('jo@example.com', 'support')).status).toBe(409);
  expect(await open()).toContain('jo@example.com');

  expect(await roleOf(await signIn('jo@example.com', false)), 'anybody can claim an address').toBeNull();
  const id = await signIn('jo@example.com');
  expect(await roleOf(id)).toBe('dispatcher');
  expect(await open()).not.toContain('jo@example.com');
  expect((await invite('jo@example.com')).status, 'they belong to the team already').toBe(409);

  const back = { role: 'customer', expectedRole: 'dispatcher' };
  expect((await boss.call('changeRole', { params: { id }, body: back })).status).toBe(200);
  await signIn('jo@example.com');
  expect(await roleOf(id)).toBeNull();
});

test('a revoked or expired invitation gives nothing, and its address can be invited again', async () => {
  const { body } = await invite('ann@example.com');
  expect((await boss.call('revokeInvitation', { params: { id: body.id } })).status).toBe(200);
  expect(await roleOf(await signIn('ann@example.com'))).toBeNull();
  await invite('ben@example.com');
  server.clock.advance({ days: 8 });
  expect(await open()).toEqual([]);
  const id = await signIn('ben@example.com');
  expect(await roleOf(id)).toBeNull();
  expect((await invite('ben@example.com')).status).toBe(200);
  await signIn('ben@example.com');
  expect(await roleOf(id)).toBe('dispatcher');
});

test('an invitation counts only while its maker may still give the role', async () => {
  const giving = await aRole(['roles.give', 'log.read']);
  const user = await aUser(db, { role_id: giving.id });
  const giver = await server.as(user);
  const role = await aRole(['log.read']);
  const { status } = await giver.call('invite', { body: { email: 'cy@example.com', role: role.id } });
  expect(status).toBe(200);
  await boss.call('changeRole', {
    params: { id: user.id },
    body: { role: 'customer', expectedRole: giving.id },
  });
  expect(await roleOf(await signIn('cy@example.com'))).toBeNull();
});

test('the letter goes to the invited address once, and a revoked invitation sends none', async () => {
  const sent: { to: string; text: string }[] = [];
  const deps = {
    ...server.deps,
    mail: {
      kind: 'smtp' as const,
      send: async (letter: { to: string; text: string }) => void sent.push(letter),
    },
  };
  await deliverInvitations(deps, new AbortController().signal);
  sent.length = 0;
  const { body } = await invite('dee@example.com');
  const revoked = await invite('eve@example.com');
  await boss.call('revokeInvitation', { params: { id: revoked.body.id } });
  await deliverInvitations(deps, new AbortController().signal);
  await deliverInvitations(deps, new AbortController().signal);
  expect(sent.map(({ to }) => to)).toEqual(['dee@example.com']);
  expect(sent[0]?.text).toContain(body.link);
  const listed = (await boss.call('listInvitations')).body.find(({ id }) => id === body.id);
  expect(listed?.letter).toBe('sent');
});

test('old invitations are deleted', async () => {
  await invite('old@example.com');
  server.clock.advance({ days: 91 });
  await clearInvitations(server.deps, new AbortController().signal);
  const left = await db.selectFrom('invitations').select('email').execute();
  expect(left).toEqual([]);
});
