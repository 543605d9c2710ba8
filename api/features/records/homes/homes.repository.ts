import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { HomeTable } from './homes.table.ts';

export type HomeRow = Selectable<HomeTable>;

/** A person's homes, the last used first. */
export const selectHomes = prepared((db, p: { userId: string }) =>
  db.selectFrom('homes').selectAll().where('user_id', '=', p.userId).orderBy('used_at', 'desc').orderBy('id'),
);

/** Locks the person until the transaction ends: two changes of their homes follow each other. */
export const lockOwner = (db: Tx, userId: string) =>
  lockedForChange(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();

export const insertHomes = (db: Tx, rows: HomeRow[]) => db.insertInto('homes').values(rows).execute();

/** Writes the given columns of a person's home. @returns undefined without such a home */
export const updateHome = (
  db: Tx,
  { id, userId }: { id: string; userId: string },
  change: Updateable<HomeTable>,
): Promise<HomeRow | undefined> =>
  db
    .updateTable('homes')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** Whether the person had this home. */
export async function deleteHome(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('homes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const selectAnswer = prepared((db, p: { userId: string }) =>
  db.selectFrom('home_answers').select('answered_at').where('user_id', '=', p.userId),
);

export const insertAnswer = (db: Tx, row: { user_id: string; answered_at: string }) =>
  db
    .insertInto('home_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();

/** What a person's latest bookings say of their places, the newest first. */
export const selectBookedPlaces = prepared((db, p: { userId: string; most: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('booking_details as d', 'd.booking_id', 'bookings.id')
    .select(['d.phone', 'd.address', 'd.city', 'd.state', 'd.postal_code', 'd.access_instructions'])
    .select(['d.emergency_contact', 'd.emergency_phone'])
    .where('bookings.user_id', '=', p.userId)
    .where('d.address', 'is not', null)
    .orderBy('bookings.created_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(p.most),
);
export type BookedPlace = Awaited<ReturnType<typeof selectBookedPlaces>>[number];
