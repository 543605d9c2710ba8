import type { Db } from '../../db/database.ts';

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
