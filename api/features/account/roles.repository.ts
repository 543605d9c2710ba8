import type { Db, Tx } from '../../db/database.ts';
import { lockedForChange } from '../../db/open.ts';

export function selectByEmailOrId(db: Db, who: string): Promise<{ id: string; issuer: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'issuer'])
    .where((e) => e.or([e(e.fn<string>('lower', ['email']), '=', who), e('id', '=', who)]))
    .orderBy('created_at')
    .execute();
}

export async function setRole(db: Db, id: string, role: 'customer' | 'admin', now: string): Promise<void> {
  await db.updateTable('users').set({ role, updated_at: now }).where('id', '=', id).execute();
}

/** These people, whose roles nobody else changes until the transaction ends; always locked in the same order. */
export function lockPeople(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; role: 'customer' | 'admin' }[]> {
  const people = tx.selectFrom('users').select(['id', 'role']).where('id', 'in', ids).orderBy('id');
  return lockedForChange(tx, people).execute();
}
