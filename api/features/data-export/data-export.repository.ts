import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { DataExportTable } from './data-export.table.ts';

export type DataExportRow = Selectable<DataExportTable>;

/** A person's newest. */
export const selectNewest = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', p.userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** @returns nothing, and nothing is written, where one of this person's is being made. */
export async function insertExport(tx: Tx, row: DataExportRow): Promise<boolean> {
  const added = await tx
    .insertInto('data_exports')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** A person's others are to be cleared away now. */
export async function retireOthers(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ goes_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .where('goes_at', '>', now)
    .execute();
}

/** Those that are to be made, the one that waits for longest first. */
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

/** Takes one for this process until `until`. @returns `false` where another was quicker */
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

/** Changes one that this attempt has still. @returns whether it has */
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

/** Those whose time is over. */
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

/** Of one whose file is not there any more. */
export async function endExport(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('data_exports').set({ goes_at: now }).where('id', '=', id).execute();
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('data_exports').where('id', '=', id).execute();
}

/** Whether there is such a one still. */
export async function isKnown(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('data_exports').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

export async function selectIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('data_exports').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}
