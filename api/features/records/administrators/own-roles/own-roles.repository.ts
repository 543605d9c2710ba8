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

/** The ids of all who have a role. */
export const selectHolders = async (db: Db, roleId: string): Promise<string[]> =>
  (await db.selectFrom('users').select('id').where('role_id', '=', roleId).execute()).map(({ id }) => id);

/** This person and all who have a role, locked in the order of all locks of people. */
export function lockHolders(
  db: Tx,
  actorId: string,
  roleId: string,
): Promise<{ id: string; role_id: string | null }[]> {
  const people = db
    .selectFrom('users')
    .select(['id', 'role_id'])
    .where((e) => e.or([e('id', '=', actorId), e('role_id', '=', roleId)]))
    .orderBy('id');
  return lockedForChange(db, people).execute();
}

/** Lets one transaction at a time change the list of roles. */
export const lockRoles = async (db: Tx): Promise<void> => {
  const list = db.selectFrom('roles').select('id').where('id', '=', administrator);
  await lockedForChange(db, list).execute();
};

/** A role, locked also against being given meanwhile. */
export function lockRole(db: Tx, id: string): Promise<RoleRow | undefined> {
  return locked(db, db.selectFrom('roles').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function insertRole(db: Tx, role: Insertable<RoleTable>): Promise<void> {
  await db.insertInto('roles').values(role).execute();
}

export async function updateRole(
  db: Tx,
  id: string,
  role: Pick<RoleRow, 'name' | 'permissions' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('roles').set(role).where('id', '=', id).execute();
}

export async function deleteRole(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute();
}
