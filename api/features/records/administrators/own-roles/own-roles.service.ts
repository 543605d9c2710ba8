import { randomUUID } from 'node:crypto';
import { type Permission, withRequired } from '../../../../contract/access/permissions.ts';
import type { Role, RoleForm } from '../../../../contract/schemas/team.ts';
import { instant } from '../../../../core/clock.ts';
import { type Person, permissionsOf } from '../../../../core/person.ts';
import { notAllowed, notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { readPermissions } from '../../account/account.service.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { letGoOfAll } from '../../chat/assignees.service.ts';
import { isAwaited } from '../invitations/invitations.service.ts';
import { requirePermission, tellRoles } from '../roles.service.ts';
import {
  deleteRole,
  insertRole,
  lockHolders,
  lockRole,
  lockRoles,
  type RoleRow,
  selectHolders,
  selectRoles,
  updateRole,
} from './own-roles.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'bus' | 'changes'>;

/** So many that every job of a company has one. */
const mostRoles = 50;

/** All roles, with the number of people of each: the built-in ones first. */
export async function listRoles(db: Db): Promise<Role[]> {
  return (await selectRoles(db)).map((row) => present(row, Number(row.people)));
}

/**
 * Makes a role. The same role again returns the one that is there.
 * @throws Refusal `forbidden` for more than its maker may do; `conflict` if the name is taken, or roles are too many
 */
export async function addRole(deps: Parts, actor: Person, form: RoleForm): Promise<Role> {
  const { role, isNew } = await deps.db.transaction().execute(async (tx) => {
    await requirePermission(tx, actor.id, 'roles.give');
    await lockRoles(tx);
    const wanted = withRequired(form.permissions);
    await refuseMore(tx, actor, wanted);
    const others = await selectRoles(tx);
    const permissions = JSON.stringify(wanted);
    const same = others.find((one) => one.name === form.name && one.permissions === permissions);
    if (same && same.is_built_in === 0) return { role: same, isNew: false };
    refuseSameName(others, form.name);
    if (others.length >= mostRoles)
      throw new Refusal('conflict', `There are ${mostRoles} roles already. Delete one first.`);
    const now = instant(deps.clock);
    const row: RoleRow = {
      id: randomUUID(),
      name: form.name,
      permissions,
      is_built_in: 0,
      created_at: now,
      updated_at: now,
    };
    await insertRole(tx, row);
    await record(tx, actor, 'role_added', row, now);
    return { role: { ...row, people: 0 }, isNew: true };
  });
  if (isNew) tellRoles(deps, []);
  return present(role, Number(role.people));
}

/**
 * Edits a role of the team's own; for all who have it, it holds at once. A repeat changes nothing.
 * @throws Refusal `not_found`; `forbidden` for a built-in role, one's own, and more than the actor may do; `conflict`
 */
export async function editRole(deps: Parts, actor: Person, id: string, form: RoleForm): Promise<Role> {
  const { role, people, isNew } = await deps.db.transaction().execute(async (tx) => {
    const before = await requireOwnRole(tx, actor, id, await lockHolders(tx, actor.id, id));
    // Somebody may have been given the role before it was locked.
    const people = await selectHolders(tx, id);
    const permissions = withRequired(form.permissions);
    await refuseMore(tx, actor, [...permissions, ...permissionsOf(id, before.permissions)]);
    const others = (await selectRoles(tx)).filter((one) => one.id !== id);
    refuseSameName(others, form.name);
    const now = instant(deps.clock);
    const role = { ...before, name: form.name, permissions: JSON.stringify(permissions), updated_at: now };
    const isNew = role.name !== before.name || role.permissions !== before.permissions;
    if (!isNew) return { role, people, isNew };
    await updateRole(tx, id, role);
    if (!permissions.includes('support.answer')) for (const one of people) await letGoOfAll(tx, one, now);
    await record(tx, actor, 'role_edited', role, now);
    return { role, people, isNew };
  });
  if (isNew) tellRoles(deps, people);
  return present(role, people.length);
}

/**
 * Deletes a role of the team's own that nobody has.
 * @throws Refusal `not_found`, `forbidden`, `conflict` if somebody has it or is invited to it
 */
export async function removeRole(deps: Parts, actor: Person, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const role = await requireOwnRole(tx, actor, id, await lockHolders(tx, actor.id, id));
    await refuseMore(tx, actor, [...permissionsOf(id, role.permissions)]);
    if ((await selectHolders(tx, id)).length > 0)
      throw new Refusal('conflict', 'Somebody has this role. Give them another one first.');
    const now = instant(deps.clock);
    if (await isAwaited(tx, id, now))
      throw new Refusal('conflict', 'Somebody is invited to this role. Take the invitation back first.');
    await deleteRole(tx, id);
    await record(tx, actor, 'role_removed', role, now);
  });
  tellRoles(deps, []);
}

/** A role that may be changed, locked. The people are locked already. */
async function requireOwnRole(
  db: Tx,
  actor: Person,
  id: string,
  people: readonly { id: string; role_id: string | null }[],
): Promise<RoleRow> {
  if (!(await readPermissions(db, actor.id)).has('roles.give')) throw notAllowed();
  await lockRoles(db);
  const role = await lockRole(db, id);
  if (!role) throw notFound('Role');
  if (role.is_built_in === 1) throw new Refusal('forbidden', 'This role is the same in every installation.');
  if (people.some((one) => one.id === actor.id && one.role_id === id))
    throw new Refusal('forbidden', 'Nobody changes their own role. Another member of the team can do it.');
  return role;
}

async function refuseMore(db: Tx, actor: Person, wanted: readonly Permission[]): Promise<void> {
  const mine = await readPermissions(db, actor.id);
  if (wanted.some((name) => !mine.has(name)))
    throw new Refusal('forbidden', 'This role may do more than your own.');
}

function refuseSameName(others: readonly RoleRow[], name: string): void {
  const same = (one: string) => one.toLowerCase() === name.toLowerCase();
  if (['Customer', ...others.map((one) => one.name)].some(same))
    throw new Refusal('conflict', 'Another role has this name.');
}

const record = (
  db: Tx,
  actor: Person,
  act: 'role_added' | 'role_edited' | 'role_removed',
  { id, name, permissions }: RoleRow,
  now: string,
): Promise<void> =>
  recordAct(db, {
    actorId: actor.id,
    act,
    subject: { kind: 'role', id },
    userId: null,
    details: { name, permissions: (JSON.parse(permissions) as string[]).join(', ') },
    now,
  });

const present = (row: RoleRow, people: number): Role => ({
  id: row.id,
  name: row.name,
  permissions: [...permissionsOf(row.id, row.permissions)],
  isBuiltIn: row.is_built_in === 1,
  people,
});
