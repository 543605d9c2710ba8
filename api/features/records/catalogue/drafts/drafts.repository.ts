import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { ServiceDraftTable } from './drafts.table.ts';

export type DraftRow = Selectable<ServiceDraftTable>;

export const selectDrafts = (db: Db): Promise<DraftRow[]> =>
  db.selectFrom('service_drafts').selectAll().orderBy('created_at').orderBy('service_id').execute();

/** The services whose drafts are to be published on this day or earlier, the earliest first. */
export const selectDue = (db: Db, today: string): Promise<{ service_id: string }[]> =>
  db
    .selectFrom('service_drafts')
    .select('service_id')
    .where('publish_on', '<=', today)
    .where('problem', '=', '')
    .orderBy('publish_on')
    .orderBy('updated_at')
    .orderBy('service_id')
    .execute();

export async function insertDraft(db: Tx, row: Insertable<ServiceDraftTable>): Promise<void> {
  await db.insertInto('service_drafts').values(row).execute();
}

export async function updateDraft(db: Tx, id: string, change: Updateable<ServiceDraftTable>): Promise<void> {
  await db.updateTable('service_drafts').set(change).where('service_id', '=', id).execute();
}

export async function deleteDraft(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('service_drafts').where('service_id', '=', id).execute();
}
