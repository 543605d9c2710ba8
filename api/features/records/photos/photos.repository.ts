import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { LoosePhotoFileTable, PhotoTable } from './photos.table.ts';

export type PhotoRow = Selectable<PhotoTable>;

export const selectPhoto = prepared((db, p: { id: string }) =>
  db.selectFrom('photos').selectAll().where('id', '=', p.id),
);

/** Whether any photo or picture is stored. */
export async function knowsPhotos(db: Db): Promise<boolean> {
  const one = (table: 'photos' | 'answer_photos' | 'service_pictures') =>
    db.selectFrom(table).select('id').limit(1).executeTakeFirst();
  for (const table of ['photos', 'answer_photos', 'service_pictures'] as const)
    if (await one(table)) return true;
  return false;
}

/** @returns `false`, with nothing written, if the id is known already. */
export async function insertPhoto(db: Tx, photo: PhotoRow): Promise<boolean> {
  const added = await db
    .insertInto('photos')
    .values(photo)
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The number of a person's photos without a message. */
export const countWaiting = prepared((db, p: { ownerId: string }) =>
  db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner_id', '=', p.ownerId)
    .where('message_id', 'is', null),
);

/** The size of a person's photos, with and without a message: of all, and of those since an instant. */
export const selectWeight = prepared((db, p: { ownerId: string; since: string }) =>
  db
    .selectFrom('photos')
    .select(({ fn, val, eb }) => [
      fn.coalesce(fn.sum<number | string>('bytes'), val(0)).as('all'),
      fn
        .coalesce(
          fn.sum<number | string>(eb.case().when('created_at', '>', p.since).then(eb.ref('bytes')).end()),
          val(0),
        )
        .as('lately'),
    ])
    .where('owner_id', '=', p.ownerId),
);

/** The photos of these messages, each message's in its order. */
export function selectPhotosOf(db: Db, messageIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy('position')
    .execute();
}

/**
 * Makes a person's photos of a booking those of a message, in this order; only photos without a message.
 * @returns how many were taken
 */
export async function takeIntoMessage(
  db: Tx,
  p: { messageId: string; bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<number> {
  const places = p.ids.map((id, index) => sql`when ${id} then ${sql.lit(index + 1)}`);
  const taken = await db
    .updateTable('photos')
    .set({ message_id: p.messageId, position: sql<number>`case id ${sql.join(places, sql` `)} end` })
    .where('id', 'in', p.ids)
    .where('booking_id', '=', p.bookingId)
    .where('owner_id', '=', p.ownerId)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows);
}

/** Whether one of a person's photos of a booking is in another message than this one. */
export async function isOneSent(
  db: Tx,
  p: { messageId: string; bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<boolean> {
  const sent = await db
    .selectFrom('photos')
    .select('id')
    .where('id', 'in', p.ids)
    .where('booking_id', '=', p.bookingId)
    .where('owner_id', '=', p.ownerId)
    .where('message_id', '!=', p.messageId)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Deletes photos without a message from before an instant, at most `rows`. @returns how many */
export async function deleteWaiting(db: Db, p: { before: string; rows: number }): Promise<number> {
  const deleted = await db
    .deleteFrom('photos')
    // Checked again on the row itself, because a message may take the photo meanwhile.
    .where('message_id', 'is', null)
    .where('id', 'in', (q) =>
      q
        .selectFrom('photos as p')
        .select('p.id')
        .where('p.message_id', 'is', null)
        .where('p.created_at', '<', p.before)
        .orderBy('p.created_at')
        .limit(p.rows),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

export async function insertLoose(db: Db, file: LoosePhotoFileTable): Promise<void> {
  await db.insertInto('loose_photo_files').values(file).execute();
}

/** @param p.past the number of the oldest files to leave out */
export async function selectLoose(
  db: Db,
  p: { before: string; rows: number; past: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('loose_photo_files')
    .select('file_id')
    .where('since', '<', p.before)
    .orderBy('since')
    .orderBy('file_id')
    .limit(p.rows)
    .offset(p.past)
    .execute();
  return rows.map((row) => row.file_id);
}

export async function deleteLoose(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('loose_photo_files').where('file_id', '=', fileId).execute();
}

/** Deletes photos of a person's bookings, at most `rows`. @returns the ids of their files */
export async function deletePhotosOf(db: Db, p: { userId: string; rows: number }): Promise<string[]> {
  const deleted = await db
    .deleteFrom('photos')
    .where('id', 'in', (q) =>
      q
        .selectFrom('photos as p')
        .innerJoin('bookings as b', 'b.id', 'p.booking_id')
        .select('p.id')
        .where('b.user_id', '=', p.userId)
        .limit(p.rows),
    )
    .returning('file_id')
    .execute();
  return deleted.map(({ file_id }) => file_id);
}
