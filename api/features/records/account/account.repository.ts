import type { Insertable, Selectable } from 'kysely';
import { administrator } from '../../../core/person.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { UserTable } from './account.table.ts';

export type UserRow = Selectable<UserTable>;

export const selectUser = prepared((db, p: { id: string }) =>
  db.selectFrom('users').selectAll().where('id', '=', p.id),
);

export const selectRoleOf = prepared((db, p: { id: string }) =>
  db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.role_id', 'roles.name', 'roles.permissions'])
    .where('users.id', '=', p.id),
);

export const selectByCustomer = prepared((db, p: { customerId: string }) =>
  db.selectFrom('users').select('id').where('customer_id', '=', p.customerId),
);

/** The person of this issuer and subject as they are now, locked until the transaction ends. */
export function lockPerson(
  db: Tx,
  { issuer, subject }: Pick<UserRow, 'issuer' | 'subject'>,
): Promise<Pick<UserRow, 'role_id' | 'email' | 'first_name' | 'last_name'> | undefined> {
  const user = db
    .selectFrom('users')
    .select(['role_id', 'email', 'first_name', 'last_name'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  return lockedForChange(db, user).executeTakeFirst();
}

/**
 * The person of this issuer and subject: created at the first sign-in, updated at every other. It is one statement,
 * so that two simultaneous first sign-ins make one row. It never takes a role back.
 */
export async function upsertUser(db: Db, user: Insertable<UserTable>): Promise<UserRow> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((e) => ({
        email: user.email,
        email_verified: user.email_verified,
        first_name: user.first_name === '' ? e.ref('users.first_name') : user.first_name,
        last_name: user.last_name === '' ? e.ref('users.last_name') : user.last_name,
        profile_image_url: user.profile_image_url,
        role_id: user.role_id === administrator ? administrator : e.ref('users.role_id'),
        // An administrator made in another way stays independent of the list.
        admin_by_list:
          user.role_id === administrator
            ? e
                .case()
                .when('users.role_id', '=', administrator)
                .then(e.ref('users.admin_by_list'))
                .else(user.admin_by_list)
                .end()
            : e.ref('users.admin_by_list'),
        updated_at: user.updated_at,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the provider's customer in place of `from`, unless another call has stored one meanwhile. */
export async function updateCustomer(
  db: Db,
  id: string,
  { from, to, now }: { from: string | null; to: string; now: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ customer_id: to, updated_at: now })
    .where('id', '=', id)
    .where('customer_id', from === null ? 'is' : '=', from)
    .execute();
}

/** Whether people of other issuers than these exist. */
export async function hasPeopleNotOf(db: Db, issuers: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('issuer', 'not in', issuers)
    .limit(1)
    .execute();
  return found.length > 0;
}
