import type { Db, Tx } from '../../../../db/database.ts';

const batch = 50;

export async function markStale(db: Tx, userId: string, since: string): Promise<void> {
  await db
    .insertInto('stale_customers')
    .values({ user_id: userId, since })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ since }))
    .execute();
}

/** The longest waiting first. */
export const selectStale = (db: Db) =>
  db
    .selectFrom('stale_customers as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.since', 'u.customer_id', 'u.email', 'u.first_name', 'u.last_name'])
    .orderBy('s.since')
    .limit(batch)
    .execute();

/** Keeps the row if the person has changed again meanwhile. */
export async function deleteStale(
  db: Db,
  { userId, since }: { userId: string; since: string },
): Promise<void> {
  await db.deleteFrom('stale_customers').where('user_id', '=', userId).where('since', '=', since).execute();
}
