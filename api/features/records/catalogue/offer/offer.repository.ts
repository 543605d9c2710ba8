import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
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

/** The number of each service's bookings that are still to be done, and of its card payments that have begun. */
export async function countConcerned(
  db: Db,
  serviceIds: readonly string[],
): Promise<Map<string, { openBookings: number; begunPayments: number }>> {
  if (serviceIds.length === 0) return new Map();
  const bookings = db
    .selectFrom('bookings')
    .select(({ fn }) => ['service_id', fn.countAll<number>().as('n')])
    .where('service_id', 'in', serviceIds)
    .where('status', 'in', ['pending', 'scheduled', 'in_progress'])
    .groupBy('service_id');
  const payments = db
    .selectFrom('payments')
    .select(({ fn }) => ['service_id', fn.countAll<number>().as('n')])
    .where('service_id', 'in', serviceIds)
    .where('status', 'in', ['starting', 'awaiting'])
    .where('quote_id', 'is', null)
    .where('past_booking_id', 'is', null)
    .groupBy('service_id');
  const [open, begun] = await Promise.all([bookings.execute(), payments.execute()]);
  const countIn = (rows: readonly { service_id: string | null; n: number }[], id: string): number =>
    Number(rows.find((one) => one.service_id === id)?.n ?? 0);
  return new Map(
    serviceIds.map((id) => [id, { openBookings: countIn(open, id), begunPayments: countIn(begun, id) }]),
  );
}

/** Those of the pictures that were uploaded and are still there. */
export async function selectPictures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('service_pictures').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Begins a change of the offer: the next one waits until this has ended, and readers see another revision. */
export async function beginRevision(db: Db): Promise<void> {
  await db
    .insertInto('offer_revisions')
    .values({ id: 1, revision: 1 })
    .onConflict((one) =>
      one.column('id').doUpdateSet(({ eb }) => ({ revision: eb('offer_revisions.revision', '+', 1) })),
    )
    .execute();
}

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
