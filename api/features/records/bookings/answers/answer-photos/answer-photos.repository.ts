import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../../db/database.ts';
import { prepared } from '../../../../../db/prepared.ts';
import type { AnswerPhotoTable } from './answer-photos.table.ts';

export type AnswerPhotoRow = Selectable<AnswerPhotoTable>;

export const selectAnswerPhoto = prepared((db, p: { id: string }) =>
  db.selectFrom('answer_photos').selectAll().where('id', '=', p.id),
);

/** @returns `false`, with nothing written, if the id is known already. */
export async function insertAnswerPhoto(db: Tx, row: AnswerPhotoRow): Promise<boolean> {
  const added = await db
    .insertInto('answer_photos')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The sizes of a person's photos: of all, of those since an instant, and the number that no booking has taken. */
export const selectAnswerWeight = prepared((db, p: { ownerId: string; since: string }) =>
  db
    .selectFrom('answer_photos')
    .select(({ fn, val, eb }) => [
      fn.coalesce(fn.sum<number | string>('bytes'), val(0)).as('all'),
      fn
        .coalesce(
          fn.sum<number | string>(eb.case().when('created_at', '>', p.since).then(eb.ref('bytes')).end()),
          val(0),
        )
        .as('lately'),
      fn.count<number | string>(eb.case().when('booking_id', 'is', null).then(1).end()).as('waiting'),
    ])
    .where('owner_id', '=', p.ownerId),
);

/** The photos of these ids that a person uploaded and that no other booking has. */
export async function selectFree(
  db: Db,
  p: { ids: readonly string[]; ownerId: string; bookingId: string | null },
): Promise<Pick<AnswerPhotoRow, 'id' | 'question_id'>[]> {
  return db
    .selectFrom('answer_photos')
    .select(['id', 'question_id'])
    .where('id', 'in', p.ids)
    .where('owner_id', '=', p.ownerId)
    .where((e) => e.or([e('booking_id', 'is', null), e('booking_id', '=', p.bookingId)]))
    .execute();
}

/** Makes a person's photos those of a booking; only photos without one. @returns the ids of those that were taken */
export async function takeIntoBooking(
  db: Tx,
  p: { bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const taken = await db
    .updateTable('answer_photos')
    .set({ booking_id: p.bookingId })
    .where('id', 'in', p.ids)
    .where('owner_id', '=', p.ownerId)
    .where('booking_id', 'is', null)
    .returning('id')
    .execute();
  return new Set(taken.map(({ id }) => id));
}

/** Takes the photos from a booking whose answers are replaced. */
export async function letGo(db: Tx, bookingId: string): Promise<void> {
  await db
    .updateTable('answer_photos')
    .set({ booking_id: null })
    .where('booking_id', '=', bookingId)
    .execute();
}

/** Deletes photos from before an instant that no booking has taken, at most `rows`. @returns how many */
export async function deleteUntaken(db: Db, p: { before: string; rows: number }): Promise<number> {
  const deleted = await db
    .deleteFrom('answer_photos')
    // Checked again on the row itself, because a booking may take the photo meanwhile.
    .where('booking_id', 'is', null)
    .where('id', 'in', (q) =>
      q
        .selectFrom('answer_photos as p')
        .select('p.id')
        .where('p.booking_id', 'is', null)
        .where('p.created_at', '<', p.before)
        .orderBy('p.created_at')
        .limit(p.rows),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes photos that a person uploaded, at most `rows`. @returns the ids of their files */
export async function deleteOwned(db: Db, p: { userId: string; rows: number }): Promise<string[]> {
  const deleted = await db
    .deleteFrom('answer_photos')
    .where('id', 'in', (q) =>
      q.selectFrom('answer_photos as p').select('p.id').where('p.owner_id', '=', p.userId).limit(p.rows),
    )
    .returning('file_id')
    .execute();
  return deleted.map(({ file_id }) => file_id);
}
