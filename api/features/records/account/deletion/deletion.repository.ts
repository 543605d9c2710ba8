import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { locked } from '../../../../db/open.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { AccountDeletionTable } from './deletion.table.ts';

export type DeletionRow = Selectable<AccountDeletionTable>;

export const selectDeletion = prepared((db, p: { userId: string }) =>
  db.selectFrom('account_deletions').selectAll().where('user_id', '=', p.userId),
);

/** The same row, locked: until the transaction ends the deletion neither begins nor is taken back. */
export function lockDeletion(db: Tx, userId: string): Promise<DeletionRow | undefined> {
  return locked(
    db,
    db.selectFrom('account_deletions').selectAll().where('user_id', '=', userId),
  ).executeTakeFirst();
}

/** @returns `false`, with nothing written, if a deletion was requested before */
export async function insertDeletion(db: Tx, row: DeletionRow): Promise<boolean> {
  const added = await db
    .insertInto('account_deletions')
    .values(row)
    .onConflict((c) => c.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Removes a request that has not begun. @returns the removed row */
export function removeDeletion(db: Tx, userId: string): Promise<DeletionRow | undefined> {
  return db
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('begun_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export function selectDue(db: Db, now: string, rows: number): Promise<DeletionRow[]> {
  return db
    .selectFrom('account_deletions')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(rows)
    .execute();
}

/**
 * Claims a deletion for this process until `until`. @returns `false` if another process was quicker, or it was taken
 * back
 */
export async function claimDeletion(
  db: Db,
  { user_id, due_at, attempts }: DeletionRow,
  until: string,
): Promise<boolean> {
  const claimed = await db
    .updateTable('account_deletions')
    .set({ due_at: until, attempts: attempts + 1 })
    .where('user_id', '=', user_id)
    .where('due_at', '=', due_at)
    .where('attempts', '=', attempts)
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Changes a deletion that this attempt still holds. @returns whether it does */
export async function updateDeletion(
  db: Db,
  { user_id, attempts }: Pick<DeletionRow, 'user_id' | 'attempts'>,
  change: Partial<Pick<DeletionRow, 'due_at' | 'told_at' | 'begun_at' | 'done_at' | 'attempts'>>,
): Promise<boolean> {
  const changed = await db
    .updateTable('account_deletions')
    .set(change)
    .where('user_id', '=', user_id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Detaches a person from the issuer and the team, so that a later sign-in of the same identity creates a new person.
 */
export async function takeIdentity(
  db: Tx,
  { userId, mayWrite, now }: { userId: string; mayWrite: boolean; now: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ issuer: 'deleted', subject: userId, role_id: null, admin_by_list: 0, updated_at: now })
    .$if(!mayWrite, (q) => q.set({ email_verified: 0 }))
    .where('id', '=', userId)
    .execute();
}

/** The provider has deleted this customer. */
export async function forgetCustomer(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ customer_id: null }).where('id', '=', userId).execute();
}
