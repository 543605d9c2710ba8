import type { Db } from '../../../../db/database.ts';

/**
 * Declines all open questions of a person whose account is being deleted: the estimates stand. The person can no
 * longer sign in to answer.
 */
export async function declineAllOf(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('extra_hours')
    .set({ state: 'declined', settled_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute();
}
