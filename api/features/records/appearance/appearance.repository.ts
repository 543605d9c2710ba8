import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import type { AppearanceTable, BrandPictureTable } from './appearance.table.ts';

export type AppearanceRow = Selectable<AppearanceTable>;
export type AppearanceId = AppearanceTable['id'];

/** Nothing before the first publication. */
export const selectAppearance = (db: Db, { id }: { id: AppearanceId }): Promise<AppearanceRow | undefined> =>
  db.selectFrom('appearance').selectAll().where('id', '=', id).executeTakeFirst();

/** The row, locked until the transaction ends; a first one of version 0 is made. */
export async function lockAppearance(
  db: Tx,
  { id, now }: { id: AppearanceId; now: string },
): Promise<AppearanceRow> {
  await db
    .insertInto('appearance')
    .values({ id, version: 0, content: '{}', updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return db
    .selectFrom('appearance')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export const updateAppearance = (
  db: Tx,
  { id, ...change }: { id: AppearanceId; version: number; content: string; updated_at: string },
) => db.updateTable('appearance').set(change).where('id', '=', id).execute();

export type BrandPictureRow = Selectable<BrandPictureTable>;

/** Adds a picture, unless the same one is there. */
export const insertBrandPicture = (db: Db, row: BrandPictureTable) =>
  db
    .insertInto('brand_pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: row.created_at }))
    .execute();

export const selectBrandPicture = (db: Db, { id }: { id: string }): Promise<BrandPictureRow | undefined> =>
  db.selectFrom('brand_pictures').selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes at most `rows` pictures that were uploaded before an instant, but for these. @returns how many */
export async function deleteOldPictures(
  db: Tx,
  { before, rows, kept }: { before: string; rows: number; kept: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('brand_pictures')
    .where('id', 'in', (query) =>
      query
        .selectFrom('brand_pictures')
        .select('id')
        .where('created_at', '<', before)
        .$if(kept.length > 0, (old) => old.where('id', 'not in', kept))
        .orderBy('created_at')
        .limit(rows),
    )
    // Again, since a picture may be uploaded again meanwhile.
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
