import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Note } from '../../../bus/bus.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { startIssuer, type TestIssuer } from '../../../testing/outside/issuer.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openSocket } from '../../../testing/servers/socket.ts';
import { followAdminList, removeMember } from './admins.service.ts';
import { grantAdmin } from './roles.service.ts';

let issuer: TestIssuer;
let server: TestServer;
let db: Db;
const notes: Note[] = [];
beforeAll(async () => {
  issuer = await startIssuer();
  server = await startTestServer({
    env: { ...issuer.env, ADMIN_EMAILS: 'boss@example.com, desk@example.com' },
  });
  db = server.deps.db;
  server.deps.bus.hear((note) => notes.push(note));
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});
beforeEach(async () => {
  await db.updateTable('users').set({ role_id: null, admin_by_list: 0 }).execute();
});

const boss = { sub: 'boss', email: 'boss@example.com', email_verified: true };
const signIn = (person: { sub: string; email: string; email_verified: boolean }) =>
  issuer.signIn(server, person);
/** The same server, started again with another list. */
const listing = (...ADMIN_EMAILS: string[]): Deps => ({
  ...server.deps,
  env: { ...server.deps.env, ADMIN_EMAILS },
});
const adminOfIssuer = (email?: string) => anAdmin(db, { issuer: issuer.url, ...(email && { email }) });
const admins = async () =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('role_id', '=', 'administrator')
      .orderBy('email')
      .execute()
  ).map(({ email }) => email);
const lastActOn = async (email: string) => {
  const acts = await db
    .selectFrom('audit_acts')
    .innerJoin('users', 'users.id', 'audit_acts.user_id')
    .select('details')
    .where('email', '=', email)
    .orderBy('audit_acts.created_at', 'desc')
    .execute();
  return JSON.parse(acts[0]?.details ?? 'null');
};

test('a person removed from ADMIN_EMAILS loses the role and their sockets’ rights', async () => {
  const browser = await signIn(boss);
  await signIn({ ...boss, sub: 'desk', email: 'desk@example.com' });
  expect(await admins()).toEqual(['boss@example.com', 'desk@example.com']);
  const cookie = `hearthkeep=${browser.cookie('hearthkeep')?.value}`;
  const socket = await openSocket(server, { id: '' }, { cookie });
  expect(await followAdminList(listing('desk@example.com'))).toEqual({ kept: 0 });
  await socket.closed;
  expect(await admins()).toEqual(['desk@example.com']);
  expect((await browser.visit('/api/admin/bookings')).status).toBe(403);
  expect(await lastActOn(boss.email)).toEqual({ from: 'admin', to: 'customer', by: 'address' });
});

test('an administrator whose address is no longer vouched for loses the role at the next sign-in', async () => {
  await signIn({ ...boss, sub: 'desk', email: 'desk@example.com' });
  await signIn(boss);
  const browser = await signIn({ ...boss, email_verified: false });
  expect(await admins()).toEqual(['desk@example.com']);
  expect((await browser.visit('/api/admin/bookings')).status).toBe(403);
  await signIn({ ...boss, email: 'private@example.com' });
  expect(await admins()).toEqual(['desk@example.com']);
});

test('administrators made by the team or by the command stay without the list', async () => {
  const colleague = await adminOfIssuer('colleague@example.com');
  await signIn(boss);
  await grantAdmin(server.deps, boss.email);
  await followAdminList(listing());
  expect(await admins()).toEqual([boss.email, colleague.email]);
});

test('an empty list leaves the last administrator who can sign in; a list with another name does not', async () => {
  await signIn(boss);
  await anAdmin(db, { email: 'of.the.sandbox@example.com' });
  expect(await followAdminList(listing())).toEqual({ kept: 1 });
  expect(await admins()).toContain(boss.email);
  expect(await followAdminList(listing('next@example.com'))).toEqual({ kept: 0 });
  expect(await admins()).not.toContain(boss.email);
});

test('the command removes members of the team, but never the last administrator who can sign in', async () => {
  const [one, other] = [await adminOfIssuer(), await adminOfIssuer()];
  // After going live, the sandbox’s own administrator cannot sign in.
  await anAdmin(db, { email: 'left.over@example.com' });
  const remove = async (who: string) => (await removeMember(server.deps, who)).removal;
  expect(await remove('nobody@example.com')).toBe('unknown');
  expect(await remove((await aUser(db)).email)).toBe('no member');
  expect(await remove(` ${one.email.toUpperCase()}`)).toBe('removed');
  expect(await lastActOn(one.email)).toEqual({ from: 'admin', to: 'customer', by: 'command' });
  expect(await remove(other.id)).toBe('last');
  const dispatcher = await aUser(db, { role_id: 'dispatcher' });
  expect(await remove(dispatcher.email)).toBe('removed');
  expect(await lastActOn(dispatcher.email)).toEqual({ from: 'dispatcher', to: 'customer', by: 'command' });
  expect(await admins()).toEqual(['left.over@example.com', other.email].sort());
});

test('two simultaneous removals leave an administrator', async () => {
  const both = [await adminOfIssuer(), await adminOfIssuer()];
  const removals = await Promise.all(
    both.map(async ({ id }) => (await removeMember(server.deps, id)).removal),
  );
  expect(removals.sort()).toEqual(['last', 'removed']);
});

test('the removal of an administrator who is on the list warns of the next sign-in', async () => {
  await adminOfIssuer();
  await signIn(boss);
  expect(await removeMember(server.deps, boss.email)).toMatchObject({ removal: 'removed', listed: true });
});

test('an unverified address makes nobody an administrator, by list or command', async () => {
  await signIn({ ...boss, sub: 'mallory', email_verified: false });
  expect(await admins()).toEqual([]);
  const claimed = await aUser(db, { email: 'ceo@example.com', issuer: issuer.url, email_verified: 0 });
  expect(await grantAdmin(server.deps, claimed.email)).toEqual({ granted: false, found: [] });
  const real = await aUser(db, { email: 'ceo@example.com', issuer: issuer.url });
  expect(await grantAdmin(server.deps, claimed.email)).toMatchObject({ found: [{ id: real.id }] });
  expect(await admins()).toEqual(['ceo@example.com']);
});
