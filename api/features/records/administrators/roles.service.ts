import { acts } from '../../../bus/changed.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import { lowerEmail } from '../../../contract/rules/email-address.ts';
import { type Clock, instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import { administrator, type Person, permissionsOf } from '../../../core/person.ts';
import { notAllowed, notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { canSignIn } from '../account/account.policy.ts';
import { readPermissions } from '../account/account.service.ts';
import { gone } from '../account/deletion/deletion.rules.ts';
import { hasGone } from '../account/deletion/deletion-state.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { letGoOfAll } from '../chat/assignees.service.ts';
import {
  holdRole,
  lockAdmins,
  lockPeople,
  lockPeopleAndAdmins,
  selectAdmins,
  selectByEmailOrId,
  setRole,
} from './administrators.repository.ts';
import { roleNamed, roleWord } from './role-words.ts';

/**
 * Gives a person a role (design §6), named by a vouched-for address or by id. If people of several issuers have the
 * address, nothing is done and all of them are returned. Only `removeMember` takes an administrator's role. The act is
 * logged.
 * @throws Refusal `not_found` (the role); `conflict` for an administrator who is given another role
 */
export async function grantAdmin(
  parts: { db: Db; clock: Clock },
  who: string,
  roleId: string = administrator,
): Promise<{ granted: boolean; found: { id: string; issuer: string }[] }> {
  const found = await selectByEmailOrId(parts.db, lowerEmail(who.trim()));
  const [only, another] = found;
  if (!only || another) return { granted: false, found };
  await parts.db.transaction().execute(async (tx) => {
    const [person] = await lockPeople(tx, [only.id]);
    if (!person) return;
    const { name } = await requireRole(tx, roleId);
    if (person.role_id === administrator && roleId !== administrator)
      throw new Refusal('conflict', 'They are an administrator; take that role from them first.');
    const now = instant(parts.clock);
    // An administrator who came from the list is now the operator's own choice, and stays one without it.
    await setRole(tx, only.id, roleId, now);
    if (person.role_id === roleId) return;
    await recordBecoming(tx, {
      id: only.id,
      from: roleWord(person.role_id),
      to: roleId,
      name,
      by: 'command',
      now,
    });
  });
  return { granted: true, found };
}

/** Logs that a person got a role without another person's act; the log shows it as their own. */
export async function recordBecoming(
  db: Tx,
  {
    id,
    from,
    to = administrator,
    name,
    by,
    now,
  }: {
    id: string;
    from: string | null;
    to?: string;
    name?: string | null;
    by: 'address' | 'command';
    now: string;
  },
): Promise<void> {
  await recordAct(db, {
    actorId: id,
    act: 'role_changed',
    subject: { kind: 'user', id },
    userId: id,
    details: { from, to: roleWord(to), ...(name && { name }), by },
    now,
  });
}

/**
 * Requires that the person still has a permission, and holds the role until the transaction ends: an act is finished
 * before the role is taken or loses the permission, or does not happen. People are locked before anything else.
 * @throws Refusal `forbidden`
 */
export async function requirePermission(db: Tx, id: string, permission: Permission): Promise<void> {
  await lockPeople(db, [id]);
  if (!(await readPermissions(db, id)).has(permission)) throw notAllowed();
}

/**
 * Gives another person a role, or makes them a customer; a repeat changes nothing. Nobody gives or takes more than
 * they have. The last administrator who can sign in stays. A person who may no longer answer support gives up their
 * conversations. Their open app is told. The server reads the role with every call, and ends the sockets opened under
 * the old one.
 * @param wanted.role 'customer', or a role's id
 * @throws Refusal `forbidden` (oneself; more than the actor has), `not_found`, `conflict` (the role has changed since;
 * the account is being deleted; the last administrator)
 */
export async function changeRole(
  deps: Pick<Deps, 'db' | 'clock' | 'changes' | 'bus' | 'env'>,
  actor: Person,
  id: string,
  wanted: { role: string; expectedRole: string },
): Promise<void> {
  const { db, clock, changes, bus, env } = deps;
  if (id === actor.id)
    throw new Refusal('forbidden', 'Nobody changes their own role. Another member of the team can do it.');
  const [to, expected] = [roleNamed(wanted.role), roleNamed(wanted.expectedRole)];
  const changed = await db.transaction().execute(async (tx) => {
    const people = await lockPeopleAndAdmins(tx, [actor.id, id]);
    const mine = await readPermissions(tx, actor.id);
    if (!mine.has('roles.give')) throw notAllowed();
    const them = people.find((one) => one.id === id);
    if (!them) throw notFound('Customer');
    const from = them.role_id;
    if (from === to) return false;
    if (from !== expected) throw new Refusal('conflict', 'Their role has been changed since you looked.');
    const given = await requireRole(tx, to);
    const taken = await readPermissions(tx, id);
    if (!given.permissions.isSubsetOf(mine) || !taken.isSubsetOf(mine))
      throw new Refusal('forbidden', 'This role may do more than your own.');
    const admins = people.filter((one) => one.role_id === administrator && one.id !== id);
    if (from === administrator && !admins.some((one) => canSignIn(env, one)))
      throw new Refusal('conflict', 'They are the last administrator who can sign in. Make another first.');
    if (await hasGone(tx, id)) throw gone();
    const now = instant(clock);
    await setRole(tx, id, to, now);
    if (!given.permissions.has('support.answer')) await letGoOfAll(tx, id, now);
    await recordAct(tx, {
      actorId: actor.id,
      act: 'role_changed',
      subject: { kind: 'user', id },
      userId: id,
      details: { from: roleWord(from), to: roleWord(to), ...(given.name && { name: given.name }) },
      now,
    });
    return true;
  });
  if (changed) tellRoles({ bus, changes }, [id]);
}

/** A role by its id, which stays until the transaction ends. @throws Refusal `not_found` */
export async function requireRole(
  db: Tx,
  id: string | null,
): Promise<{ name: string | null; permissions: ReadonlySet<Permission> }> {
  if (id === null) return { name: null, permissions: permissionsOf(null, null) };
  const role = await holdRole(db, id);
  if (!role) throw notFound('Role');
  return {
    // The log names customers and administrators in words of its own.
    name: id === administrator ? null : role.name,
    permissions: permissionsOf(id, role.permissions),
  };
}

/** Tells people whose rights have changed, and the team: sockets have other rights now, and apps must show it. */
export function tellRoles(deps: Pick<Deps, 'bus' | 'changes'>, people: readonly string[]): void {
  const { bus, changes } = deps;
  for (const personId of people) bus.tell({ kind: 'person', personId });
  if (people.length > 0) changes.tell({ people, keys: ['/api/auth/user'] });
  const team = ['users', 'users/', 'conversations', 'conversations/', 'roles', 'invitations'];
  changes.tell({ admins: true, keys: [acts, ...team.map((of) => `/api/admin/${of}`)] });
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
