import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { lockedForChange } from '../../../../db/open.ts';
import type { ServiceCategoryTable, ServiceTable } from '../catalogue.table.ts';

export type OfferCategoryRow = Selectable<ServiceCategoryTable>;
export type OfferServiceRow = Selectable<ServiceTable>;

/** All categories, in their order. */
export const selectAllCategories = (db: Db): Promise<OfferCategoryRow[]> =>
  db.selectFrom('service_categories').selectAll().orderBy('position').orderBy('id').execute();

/** All services but the one of custom requests, in their order within each category. */
export const selectAllServices = (db: Db): Promise<OfferServiceRow[]> =>
  db
    .selectFrom('services')
    .selectAll()
    .where('slug', '!=', 'custom-service')
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The number of a service's bookings that are still to be done, and of its card payments that have begun. */
export async function countConcerned(
  db: Db,
  serviceId: string,
): Promise<{ openBookings: number; begunPayments: number }> {
  const bookings = db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('service_id', '=', serviceId)
    .where('status', 'in', ['pending', 'scheduled', 'in_progress']);
  const payments = db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('service_id', '=', serviceId)
    .where('status', 'in', ['starting', 'awaiting'])
    .where('quote_id', 'is', null)
    .where('past_booking_id', 'is', null);
  const [open, begun] = await Promise.all([
    bookings.executeTakeFirstOrThrow(),
    payments.executeTakeFirstOrThrow(),
  ]);
  return { openBookings: Number(open.n), begunPayments: Number(begun.n) };
}

/** Whether this picture was uploaded and is still there. */
export async function hasPicture(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('service_pictures').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Lets one transaction at a time change the offer. */
export const lockOffer = async (db: Tx): Promise<void> => {
  await lockedForChange(db, db.selectFrom('service_categories').select('id').orderBy('id')).execute();
};

export async function insertCategory(db: Tx, row: Insertable<ServiceCategoryTable>): Promise<void> {
  await db.insertInto('service_categories').values(row).execute();
}

export async function updateCategory(
  db: Tx,
  id: string,
  change: Partial<ServiceCategoryTable>,
): Promise<void> {
  await db.updateTable('service_categories').set(change).where('id', '=', id).execute();
}

export async function insertService(db: Tx, row: Insertable<ServiceTable>): Promise<void> {
  await db.insertInto('services').values(row).execute();
}

export async function updateService(db: Tx, id: string, change: Partial<ServiceTable>): Promise<void> {
  await db.updateTable('services').set(change).where('id', '=', id).execute();
}
