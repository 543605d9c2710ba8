import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
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

/** The places that may name a picture: a service, a worker, a category, and a draft of the offer. */
const usesOf = (e: ExpressionBuilder<Database & { p: ServicePictureTable }, 'p'>) => [
  e.exists(e.selectFrom('services as s').select('s.id').whereRef('s.picture', '=', 'p.id')),
  e.exists(e.selectFrom('workers as w').select('w.id').whereRef('w.picture', '=', 'p.id')),
  e.exists(e.selectFrom('service_categories as c').select('c.id').whereRef('c.picture', '=', 'p.id')),
  e.exists(
    e
      .selectFrom('offer_drafts as d')
      .select('d.subject_id')
      .where('d.content', 'like', sql<string>`'%"' || p.id || '"%'`),
  ),
];

/**
 * Deletes at most `rows` pictures that were uploaded before an instant and that nothing names.
 * @returns the ids of their files
 */
export async function deleteUnused(db: Tx, p: { before: string; rows: number }): Promise<string[]> {
  const rows = await db
    .deleteFrom('service_pictures')
    .where('id', 'in', (query) =>
      query
        .selectFrom('service_pictures as p')
        .select('p.id')
        .where('p.created_at', '<', p.before)
        .where((e) => e.not(e.or(usesOf(e))))
        .orderBy('p.created_at')
        .limit(p.rows),
    )
    // Again, since a picture may be uploaded again meanwhile.
    .where('created_at', '<', p.before)
    .returning('file_id')
    .execute();
  return rows.map(({ file_id }) => file_id);
}
