import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { LoosePhotoFileTable, PhotoTable } from './photos.table.ts';

export type PhotoRow = Selectable<PhotoTable>;

export const selectPhoto = prepared((db, p: { id: string }) =>
  db.selectFrom('photos').selectAll().where('id', '=', p.id),
);

/** Whether any photo is known. */
export async function knowsPhotos(db: Db): Promise<boolean> {
  return (await db.selectFrom('photos').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** @returns nothing, and nothing is written, where the id is known already. */
export async function insertPhoto(tx: Tx, photo: PhotoRow): Promise<boolean> {
  const added = await tx
    .insertInto('photos')
    .values(photo)
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** How many of a person's photos no message has taken. */
export const countWaiting = prepared((db, p: { ownerId: string }) =>
  db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner_id', '=', p.ownerId)
    .where('message_id', 'is', null),
);

/** What a person's photos weigh, those in messages and those that wait: all of them, and those since an instant. */
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
 * Makes a person's photos of a booking those of a message, in this order; only those that are in none.
 * @returns how many it could
 */
export async function takeIntoMessage(
  tx: Tx,
  p: { messageId: string; bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<number> {
  const places = p.ids.map((id, index) => sql`when ${id} then ${sql.lit(index + 1)}`);
  const taken = await tx
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
  tx: Tx,
  p: { messageId: string; bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<boolean> {
  const sent = await tx
    .selectFrom('photos')
    .select('id')
    .where('id', 'in', p.ids)
    .where('booking_id', '=', p.bookingId)
    .where('owner_id', '=', p.ownerId)
    .where('message_id', '!=', p.messageId)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Deletes up to so many photos from before an instant that no message has taken. @returns how many */
export async function deleteWaiting(db: Db, p: { before: string; rows: number }): Promise<number> {
  const deleted = await db
    .deleteFrom('photos')
    // Asked again of the row itself: a message may take it meanwhile.
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

/** @param p.past how many of the oldest to leave out */
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

/** Deletes up to so many photos of a person's bookings. @returns what their files were kept under */
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
