import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { lockedForChange } from '../../db/open.ts';
import type { UserTable } from '../account/account.table.ts';

/** An address names only whom the issuer says it is the address of; an id names anyone. */
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

/** By whoever may, but for the list, which has no more to say in it. */
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

/** Every administrator; nobody else changes that until the transaction ends. Always locked in the same order. */
export function lockAdmins(tx: Tx): Promise<AdminRow[]> {
  const admins = tx
    .selectFrom('users')
    .select(['id', 'issuer', 'email', 'email_verified', 'admin_by_list'])
    .where('role', '=', 'admin')
    .orderBy('id');
  return lockedForChange(tx, admins).execute();
}

/** These people, whose roles nobody else changes until the transaction ends; always locked in the same order. */
export function lockPeople(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; role: 'customer' | 'admin' }[]> {
  const people = tx.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).orderBy('id');
  return lockedForChange(tx, people).execute();
}

export const selectAdmins = (db: Db): Promise<{ id: string; issuer: string }[]> =>
  db.selectFrom('users').select(['id', 'issuer']).where('role', '=', 'admin').execute();
