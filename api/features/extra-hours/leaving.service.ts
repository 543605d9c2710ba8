import type { Db } from '../../db/database.ts';

/** Of whoever has gone nothing is asked any more: the estimates stand. They are signed in nowhere by then. */
export async function declineAllOf(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('extra_hours')
    .set({ state: 'declined', settled_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute();
}
