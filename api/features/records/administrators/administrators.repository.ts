import type { Selectable } from 'kysely';
import { lowerEmail } from '../../../contract/rules/email-address.ts';
import { administrator } from '../../../core/person.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { keptInPlace, lockedForChange } from '../../../db/open.ts';
import type { UserTable } from '../account/account.table.ts';
import { closeOpenTo } from './invitations/invitations.repository.ts';

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

/**
 * Sets a role by any way but ADMIN_EMAILS, which then has no effect on it. An open invitation to the person's address
 * ends: it would otherwise bring back a role that is taken.
 */
export async function setRole(db: Tx, id: string, role_id: string | null, now: string): Promise<void> {
  const { email, email_verified } = await db
    .updateTable('users')
    .set({ role_id, admin_by_list: 0, updated_at: now })
    .where('id', '=', id)
    .returning(['email', 'email_verified'])
    .executeTakeFirstOrThrow();
  if (email_verified === 1) await closeOpenTo(db, lowerEmail(email), now);
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
    .where('role_id', '=', administrator)
    .orderBy('id');
  return lockedForChange(db, admins).execute();
}

/**
 * These people, locked so that nobody else changes their roles until the transaction ends; always in the same order.
 */
export function lockPeople(
  db: Tx,
  ids: readonly string[],
): Promise<{ id: string; role_id: string | null }[]> {
  const people = db.selectFrom('users').select(['id', 'role_id']).where('id', 'in', ids).orderBy('id');
  return lockedForChange(db, people).execute();
}

/**
 * These people and all administrators, locked together in the same order, so that two changes of roles never wait for
 * each other.
 */
export function lockPeopleAndAdmins(
  db: Tx,
  ids: readonly string[],
): Promise<(AdminRow & { role_id: string | null })[]> {
  const people = db
    .selectFrom('users')
    .select(['id', 'role_id', 'issuer', 'email', 'email_verified', 'admin_by_list'])
    .where((e) => e.or([e('id', 'in', ids), e('role_id', '=', administrator)]))
    .orderBy('id');
  return lockedForChange(db, people).execute();
}

/** A role that nobody deletes until the transaction ends. */
export function holdRole(db: Tx, id: string): Promise<{ name: string; permissions: string } | undefined> {
  const role = db.selectFrom('roles').select(['name', 'permissions']).where('id', '=', id);
  return keptInPlace(db, role).executeTakeFirst();
}

export const selectAdmins = (db: Db): Promise<{ id: string; issuer: string }[]> =>
  db.selectFrom('users').select(['id', 'issuer']).where('role_id', '=', administrator).execute();
