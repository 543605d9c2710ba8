import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { OfferDraftTable } from './drafts.table.ts';

export type DraftRow = Selectable<OfferDraftTable>;

export const selectDrafts = (db: Db): Promise<DraftRow[]> =>
  db.selectFrom('offer_drafts').selectAll().orderBy('created_at').orderBy('subject_id').execute();

/** The drafts that are to be published on this day or earlier, the earliest first. */
export const selectDue = (db: Db, today: string): Promise<Pick<DraftRow, 'subject_id' | 'together'>[]> =>
  db
    .selectFrom('offer_drafts')
    .select(['subject_id', 'together'])
    .where('publish_on', '<=', today)
    .where('problem', '=', '')
    .orderBy('publish_on')
    .orderBy('updated_at')
    .orderBy('subject_id')
    .execute();

export async function insertDraft(db: Tx, row: Insertable<OfferDraftTable>): Promise<void> {
  await db.insertInto('offer_drafts').values(row).execute();
}

export async function updateDraft(db: Tx, id: string, change: Updateable<OfferDraftTable>): Promise<void> {
  await db.updateTable('offer_drafts').set(change).where('subject_id', '=', id).execute();
}

/** Changes drafts in the same way; each counts the change in its version. */
export async function updateDrafts(
  db: Tx,
  ids: readonly string[],
  change: Updateable<OfferDraftTable>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('offer_drafts')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('subject_id', 'in', ids)
    .execute();
}

export async function deleteDrafts(db: Tx, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('offer_drafts').where('subject_id', 'in', ids).execute();
}

/** Whether drafts were published together under this name. */
export async function isPublished(db: Db, together: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_acts')
    .select('id')
    .where('act', '=', 'offer_published')
    .where('subject_id', '=', together)
    .executeTakeFirst();
  return row !== undefined;
}
