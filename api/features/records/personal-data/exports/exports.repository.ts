import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { DataExportTable } from './exports.table.ts';

export type DataExportRow = Selectable<DataExportTable>;

/** A person's newest file. */
export const selectNewest = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', p.userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** @returns `false`, with nothing written, if a file of this person is being made. */
export async function insertExport(db: Tx, row: DataExportRow): Promise<boolean> {
  const added = await db
    .insertInto('data_exports')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Marks a person's other files for deletion now. */
export async function retireOthers(
  db: Tx,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ goes_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .where('goes_at', '>', now)
    .execute();
}

/** Files to be made, the longest waiting first. */
export function selectDue(db: Db, now: string, rows: number): Promise<DataExportRow[]> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(rows)
    .execute();
}

/** Claims a file for this process until `until`. @returns `false` if another process was quicker */
export async function claimExport(
  db: Db,
  { id, due_at, attempts }: DataExportRow,
  until: string,
): Promise<boolean> {
  const claimed = await db
    .updateTable('data_exports')
    .set({ due_at: until, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Changes a row that this attempt still holds. @returns whether it does */
export async function updateExport(
  db: Db,
  { id, attempts }: { id: string; attempts: number },
  change: Partial<Pick<DataExportRow, 'due_at' | 'ready_at' | 'bytes' | 'goes_at' | 'attempts'>>,
): Promise<boolean> {
  const changed = await db
    .updateTable('data_exports')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Files whose time is over. */
export async function selectOver(db: Db, now: string, rows: number, past: number): Promise<string[]> {
  const over = await db
    .selectFrom('data_exports')
    .select('id')
    .where('goes_at', '<=', now)
    .orderBy('goes_at')
    .orderBy('id')
    .limit(rows)
    .offset(past)
    .execute();
  return over.map(({ id }) => id);
}

/** Ends a row whose file no longer exists. */
export async function endExport(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('data_exports').set({ goes_at: now }).where('id', '=', id).execute();
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('data_exports').where('id', '=', id).execute();
}

/** Whether the row still exists. */
export async function isKnown(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('data_exports').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

export async function selectIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('data_exports').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}
