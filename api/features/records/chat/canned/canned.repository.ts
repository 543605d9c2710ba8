import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { CannedReplyTable } from '../chat.table.ts';

export type CannedReplyRow = Selectable<CannedReplyTable>;

export function selectCannedReplies(db: Db): Promise<CannedReplyRow[]> {
  return db.selectFrom('canned_replies').selectAll().orderBy('title').orderBy('id').execute();
}

export async function insertCannedReply(db: Tx, row: CannedReplyRow): Promise<void> {
  await db.insertInto('canned_replies').values(row).execute();
}

/** @returns whether the reply existed. */
export async function updateCannedReply(
  db: Tx,
  id: string,
  change: { title: string; text: string; updated_at: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('canned_replies')
    .set(change)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** @returns whether the reply existed. */
export async function deleteCannedReply(db: Tx, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('canned_replies')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
