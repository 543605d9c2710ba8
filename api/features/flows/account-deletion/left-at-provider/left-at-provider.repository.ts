import type { Db, Tx } from '../../../../db/database.ts';
import type { LeftAtProviderTable } from '../../../records/account/deletion/deletion.table.ts';

/** Notes an object once, even if it was refused several times. */
export async function insertLeft(db: Db, row: LeftAtProviderTable): Promise<void> {
  await db
    .insertInto('left_at_provider')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function selectLeft(db: Db, rows: number): Promise<LeftAtProviderTable[]> {
  return db
    .selectFrom('left_at_provider')
    .selectAll()
    .orderBy('noted_at')
    .orderBy('provider_id')
    .limit(rows)
    .execute();
}

/** @returns the account's id; `undefined` if it was settled before */
export function deleteLeft(db: Tx, id: string): Promise<Pick<LeftAtProviderTable, 'user_id'> | undefined> {
  return db
    .deleteFrom('left_at_provider')
    .where('provider_id', '=', id)
    .returning('user_id')
    .executeTakeFirst();
}
