import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import type { UserTable } from '../account/account.table.ts';

/** An address names only a person for whom the issuer vouches for it; an id names anyone. */
export function selectByEmailOrId(db: Db, who: string): Promise<{ id: string; issuer: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'issuer'])
    .where((e) =>
      e.or([
        e.and([e(e.fn<string>('lower', ['email']), '=', who), e('email_verified', '=', 1)]),
        e('id', '=', who),
      ]),
    )
    .orderBy('created_at')
    .execute();
}

/** Sets a role by any way but ADMIN_EMAILS, which then has no effect on it. */
export async function setRole(db: Db, id: string, role: 'customer' | 'admin', now: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ role, admin_by_list: 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export type AdminRow = Pick<
  Selectable<UserTable>,
  'id' | 'issuer' | 'email' | 'email_verified' | 'admin_by_list'
>;

/**
 * All administrators, locked so that nobody else changes them until the transaction ends; always in the same order.
 */
export function lockAdmins(db: Tx): Promise<AdminRow[]> {
  const admins = db
    .selectFrom('users')
    .select(['id', 'issuer', 'email', 'email_verified', 'admin_by_list'])
    .where('role', '=', 'admin')
    .orderBy('id');
  return lockedForChange(db, admins).execute();
}

/**
 * These people, locked so that nobody else changes their roles until the transaction ends; always in the same order.
 */
export function lockPeople(
  db: Tx,
  ids: readonly string[],
): Promise<{ id: string; role: 'customer' | 'admin' }[]> {
  const people = db.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).orderBy('id');
  return lockedForChange(db, people).execute();
}

export const selectAdmins = (db: Db): Promise<{ id: string; issuer: string }[]> =>
  db.selectFrom('users').select(['id', 'issuer']).where('role', '=', 'admin').execute();
