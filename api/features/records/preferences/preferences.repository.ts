import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { PreferencesTable } from './preferences.table.ts';

export type PreferencesRow = Selectable<PreferencesTable>;

export const selectPreferences = prepared((db, p: { userId: string }) =>
  db.selectFrom('preferences').selectAll().where('user_id', '=', p.userId),
);

/** One statement that writes only the changed columns, so that two devices do not undo each other's choices. */
export function upsertPreferences(
  db: Db,
  row: Insertable<PreferencesTable>,
  change: Updateable<PreferencesTable>,
): Promise<PreferencesRow> {
  return db
    .insertInto('preferences')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}
