import type { Selectable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { CalendarLinkTable } from './calendar.table.ts';

export function findLink(db: Db, userId: string): Promise<Selectable<CalendarLinkTable> | undefined> {
  return db.selectFrom('calendar_links').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function findReader(db: Db, id: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('calendar_links')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return link?.user_id;
}

/** Replaces the earlier link, if there was one. */
export async function putLink(db: Db, link: CalendarLinkTable): Promise<void> {
  await db
    .insertInto('calendar_links')
    .values(link)
    .onConflict((c) => c.column('user_id').doUpdateSet({ id: link.id, created_at: link.created_at }))
    .execute();
}

export async function deleteLink(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_links').where('user_id', '=', userId).execute();
}
