import type { Tx } from '../../../../db/database.ts';

/** The tables of which one person can add only a limited number of rows within a day. */
export type Made = 'bookings' | 'payments' | 'subscriptions';

/**
 * The creation time of the row before a person's `n` latest ones, whatever its state is now; `undefined` if there is
 * none.
 */
export async function findMadeBefore(
  db: Tx,
  table: Made,
  userId: string,
  n: number,
): Promise<string | undefined> {
  const made = await db
    .selectFrom(db.dynamic.table<Made>(table).as('made'))
    .select('made.created_at')
    .where('made.user_id', '=', userId)
    .orderBy('made.created_at', 'desc')
    .orderBy('made.id', 'desc')
    .limit(1)
    .offset(n)
    .executeTakeFirst();
  return made?.created_at;
}
