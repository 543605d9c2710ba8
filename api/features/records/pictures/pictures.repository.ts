import type { Db, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { ServicePictureTable } from './pictures.table.ts';

export const selectPicture = prepared((db, p: { id: string }) =>
  db.selectFrom('service_pictures').select('file_id').where('id', '=', p.id),
);

/** Adds a picture, or notes that it was uploaded again. @returns the id of its files, which may be earlier ones */
export async function insertPicture(db: Tx, row: ServicePictureTable): Promise<string> {
  const { file_id } = await db
    .insertInto('service_pictures')
    .values(row)
    .onConflict((c) => c.column('id').doUpdateSet({ created_at: row.created_at }))
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return file_id;
}

/** Pictures uploaded before an instant that no published service and no worker has, at most `rows`. */
export async function selectUnused(db: Db, p: { before: string; rows: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('service_pictures as p')
    .select('p.id')
    .where('p.created_at', '<', p.before)
    .where((e) =>
      e.not(e.exists(e.selectFrom('services as s').select('s.id').whereRef('s.picture', '=', 'p.id'))),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('workers as w').select('w.id').whereRef('w.picture', '=', 'p.id'))),
    )
    .orderBy('p.created_at')
    .limit(p.rows)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a change that waits names this picture. */
export async function isDrafted(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('service_drafts')
    .select('service_id')
    .where('content', 'like', `%"${id}"%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the id of its files; `undefined` if it was uploaded again since */
export async function deletePicture(db: Tx, p: { id: string; before: string }): Promise<string | undefined> {
  const row = await db
    .deleteFrom('service_pictures')
    .where('id', '=', p.id)
    .where('created_at', '<', p.before)
    .returning('file_id')
    .executeTakeFirst();
  return row?.file_id;
}
