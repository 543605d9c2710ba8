import { acts } from '../../../bus/changed.ts';
import { lowerEmail } from '../../../contract/rules/email-address.ts';
import { type Clock, instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import type { Person } from '../../../core/person.ts';
import { adminsOnly, notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { canSignIn } from '../account/account.policy.ts';
import { gone } from '../account/deletion/deletion.rules.ts';
import { hasGone } from '../account/deletion/deletion-state.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { letGoOfAll } from '../chat/assignees.service.ts';
import {
  lockAdmins,
  lockPeople,
  selectAdmins,
  selectByEmailOrId,
  setRole,
} from './administrators.repository.ts';

/**
 * Makes a person an administrator (design §6), named by a vouched-for address or by id. If people of several issuers
 * have the address, nothing is done and all of them are returned. The act is logged.
 */
export async function grantAdmin(
  parts: { db: Db; clock: Clock },
  who: string,
): Promise<{ granted: boolean; found: { id: string; issuer: string }[] }> {
  const found = await selectByEmailOrId(parts.db, lowerEmail(who.trim()));
  const [only, another] = found;
  if (!only || another) return { granted: false, found };
  await parts.db.transaction().execute(async (tx) => {
    const [person] = await lockPeople(tx, [only.id]);
    if (!person) return;
    const now = instant(parts.clock);
    // An administrator who came from the list is now the operator's own choice, and stays one without it.
    await setRole(tx, only.id, 'admin', now);
    if (person.role === 'admin') return;
    await recordBecoming(tx, { id: only.id, from: person.role, by: 'command', now });
  });
  return { granted: true, found };
}

/** Logs that a person became an administrator without another person's act; the log shows it as their own. */
export async function recordBecoming(
  db: Tx,
  { id, from, by, now }: { id: string; from: Person['role'] | null; by: 'address' | 'command'; now: string },
): Promise<void> {
  await recordAct(db, {
    actorId: id,
    act: 'role_changed',
    subject: { kind: 'user', id },
    userId: id,
    details: { from, to: 'admin', by },
    now,
  });
}

/**
 * Requires that the person still is an administrator, and holds the role until the transaction ends: an act is
 * finished before the role is taken, or does not happen. People are locked before anything else.
 * @throws Refusal `forbidden`
 */
export async function requireAdmin(db: Tx, id: string): Promise<void> {
  const [person] = await lockPeople(db, [id]);
  if (person?.role !== 'admin') throw adminsOnly();
}

/**
 * Gives another person a role; a repeat changes nothing. The actor must still be an administrator at the end, so
 * that one always remains, even if two take each other's role at once. A person who leaves the team gives up their
 * conversations. Their open app is told. The server reads the role with every call, and ends the sockets opened
 * under the old one.
 * @throws Refusal `forbidden` (oneself; no longer an administrator), `not_found`, `conflict` (the role has changed
 * since; the account is being deleted)
 */
export async function changeRole(
  deps: Pick<Deps, 'db' | 'clock' | 'changes' | 'bus'>,
  actor: Person,
  id: string,
  { role, expectedRole }: { role: Person['role']; expectedRole: Person['role'] },
): Promise<void> {
  const { db, clock, changes, bus } = deps;
  if (id === actor.id)
    throw new Refusal('forbidden', 'Nobody changes their own role. Another administrator can do it.');
  const changed = await db.transaction().execute(async (tx) => {
    const people = await lockPeople(tx, [actor.id, id]);
    const roleOf = (who: string) => people.find((person) => person.id === who)?.role;
    if (roleOf(actor.id) !== 'admin') throw adminsOnly();
    const from = roleOf(id);
    if (!from) throw notFound('Customer');
    if (from === role) return false;
    if (from !== expectedRole) throw new Refusal('conflict', 'Their role has been changed since you looked.');
    if (await hasGone(tx, id)) throw gone();
    const now = instant(clock);
    await setRole(tx, id, role, now);
    if (role !== 'admin') await letGoOfAll(tx, id, now);
    const subject = { kind: 'user', id } as const;
    await recordAct(tx, {
      actorId: actor.id,
      act: 'role_changed',
      subject,
      userId: id,
      details: { from, to: role },
      now,
    });
    return true;
  });
  if (!changed) return;
  // Their sockets have other rights now, and their apps must show it.
  bus.tell({ kind: 'person', personId: id });
  changes.tell({ people: [id], keys: ['/api/auth/user'] });
  const admins = ['users', 'users/', 'conversations', 'conversations/'];
  changes.tell({ admins: true, keys: [acts, ...admins.map((of) => `/api/admin/${of}`)] });
}

/** Whether nobody could sign in as an administrator without this person; people of an earlier issuer cannot. */
export async function isLastAdmin(db: Db, env: Pick<Env, 'ISSUER'>, id: string): Promise<boolean> {
  const admins = await selectAdmins(db);
  const isAdmin = admins.some((one) => one.id === id);
  return isAdmin && !admins.some((one) => one.id !== id && canSignIn(env, one));
}

/** Holds the team's members until the transaction ends. */
export const lockTeam = async (db: Tx): Promise<void> => {
  await lockAdmins(db);
};
