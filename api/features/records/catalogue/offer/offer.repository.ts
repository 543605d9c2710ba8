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
