import type { Tx } from '../../db/database.ts';

/** What one person makes a limited number of within a day. */
export type Made = 'bookings' | 'payments' | 'subscriptions';

/** When a person made the one of these before their `n` latest, whatever became of it. */
export async function findMadeBefore(
  tx: Tx,
  table: Made,
  userId: string,
  n: number,
): Promise<string | undefined> {
  const made = await tx
    .selectFrom(tx.dynamic.table<Made>(table).as('made'))
    .select('made.created_at')
    .where('made.user_id', '=', userId)
    .orderBy('made.created_at', 'desc')
    .orderBy('made.id', 'desc')
    .limit(1)
    .offset(n)
    .executeTakeFirst();
  return made?.created_at;
}
