import type { Db, Tx } from '../../../../../db/database.ts';
import type { UnclearAtProviderTable } from './unclear.table.ts';

export const selectReadBy = (
  db: Tx,
  readBy: string,
): Promise<Pick<UnclearAtProviderTable, 'id' | 'said'>[]> =>
  db.selectFrom('unclear_at_provider').select(['id', 'said']).where('read_by', '=', readBy).execute();

/** Stores what is new, or says something else than before; that waits for the team anew. */
export async function upsertUnclear(db: Tx, row: UnclearAtProviderTable): Promise<void> {
  const { said: word, noted_at, settled_at } = row;
  await db
    .insertInto('unclear_at_provider')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ said: word, noted_at, settled_at })
        .where('unclear_at_provider.said', '!=', word),
    )
    .execute();
}

export async function deleteUnclear(db: Tx, ids: string[]): Promise<void> {
  await db.deleteFrom('unclear_at_provider').where('id', 'in', ids).execute();
}

/** What waits for the team, the longest waiting first. */
export const selectUnclear = (db: Db, rows: number) =>
  db
    .selectFrom('unclear_at_provider as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .where('n.settled_at', 'is', null)
    .orderBy('n.noted_at')
    .orderBy('n.id')
    .limit(rows)
    .execute();

/** @returns the person concerned; `undefined` if it was settled before */
export const settleUnclear = (
  db: Tx,
  id: string,
  now: string,
): Promise<Pick<UnclearAtProviderTable, 'user_id' | 'what'> | undefined> =>
  db
    .updateTable('unclear_at_provider')
    .set({ settled_at: now })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['user_id', 'what'])
    .executeTakeFirst();
