import type { Insertable, Selectable } from 'kysely';
import { administrator } from '../../../../core/person.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { locked, lockedForChange } from '../../../../db/open.ts';
import type { RoleTable } from '../../account/account.table.ts';

export type RoleRow = Selectable<RoleTable>;

/** All roles with the number of their people: the built-in ones first, then by name. */
export function selectRoles(db: Db): Promise<(RoleRow & { people: number | null })[]> {
  return db
    .selectFrom('roles')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('users.role_id', '=', 'roles.id')
        .as('people'),
    )
    .orderBy('is_built_in', 'desc')
    .orderBy('name')
    .execute();
}

export const countPeople = async (db: Db, roleId: string): Promise<number> =>
  (await db.selectFrom('users').select('id').where('role_id', '=', roleId).execute()).length;

/** This person and all who have a role, locked in the order of all locks of people. */
export function lockHolders(
  tx: Tx,
  actorId: string,
  roleId: string,
): Promise<{ id: string; role_id: string | null }[]> {
  const people = tx
    .selectFrom('users')
    .select(['id', 'role_id'])
    .where((e) => e.or([e('id', '=', actorId), e('role_id', '=', roleId)]))
    .orderBy('id');
  return lockedForChange(tx, people).execute();
}

/** Lets one transaction at a time change the list of roles. */
export const lockRoles = async (tx: Tx): Promise<void> => {
  const list = tx.selectFrom('roles').select('id').where('id', '=', administrator);
  await lockedForChange(tx, list).execute();
};

/** A role, locked also against being given meanwhile. */
export function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  return locked(tx, tx.selectFrom('roles').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function insertRole(tx: Tx, role: Insertable<RoleTable>): Promise<void> {
  await tx.insertInto('roles').values(role).execute();
}

export async function updateRole(
  tx: Tx,
  id: string,
  role: Pick<RoleRow, 'name' | 'permissions' | 'updated_at'>,
): Promise<void> {
  await tx.updateTable('roles').set(role).where('id', '=', id).execute();
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}
