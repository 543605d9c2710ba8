import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { ServiceSlotTable } from '../../records/visits/visits.table.ts';

/** The services on offer with what they need of their times, in the order of the offer. */
export const selectServiceTimes = (db: Db) =>
  db
    .selectFrom('services as s')
    .innerJoin('service_categories as c', 'c.id', 's.category_id')
    .leftJoin('service_slots as t', 't.service_id', 's.id')
    .select(['s.id', 's.name', 'c.name as category'])
    .select(['t.offered', 't.window_minutes', 't.buffer_minutes', 't.workers'])
    .where('s.active', '=', 1)
    .orderBy('c.name')
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();

export async function upsertServiceSlots(db: Tx, row: Insertable<ServiceSlotTable>): Promise<void> {
  const { service_id: _, ...values } = row;
  await db
    .insertInto('service_slots')
    .values(row)
    .onConflict((conflict) => conflict.column('service_id').doUpdateSet(values))
    .execute();
}
