import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { UserTable } from './account.table.ts';

export type UserRow = Selectable<UserTable>;

export const selectUser = prepared((db, p: { id: string }) =>
  db.selectFrom('users').selectAll().where('id', '=', p.id),
);

/**
 * The person of this issuer and subject: made at the first sign-in, brought up to date at every other. One statement,
 * so that two first sign-ins at once make one row. A role, once given, is not taken back here.
 */
export async function upsertUser(db: Db, user: Insertable<UserTable>): Promise<UserRow> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((e) => ({
        email: user.email,
        first_name: user.first_name === '' ? e.ref('users.first_name') : user.first_name,
        last_name: user.last_name === '' ? e.ref('users.last_name') : user.last_name,
        profile_image_url: user.profile_image_url,
        role: user.role === 'admin' ? 'admin' : e.ref('users.role'),
        updated_at: user.updated_at,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps the provider's customer unless another is known already. */
export async function updateCustomer(
  db: Db,
  id: string,
  change: { customer_id: string; updated_at: string },
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).where('customer_id', 'is', null).execute();
}
