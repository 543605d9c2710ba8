import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { TravelTimeTable } from './visits.table.ts';

/** Times by road that were read after a moment, the earliest first, at most `rows`. */
export const selectRoads = (db: Db, { after, rows }: { after: string; rows: number }) =>
  db
    .selectFrom('travel_times')
    .selectAll()
    .where('read_at', '>=', after)
    .orderBy('read_at')
    .limit(rows)
    .execute();

export async function insertRoads(db: Db, rows: Insertable<TravelTimeTable>[]): Promise<void> {
  if (!rows.length) return;
  await db
    .insertInto('travel_times')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['from_postcode', 'to_postcode']).doUpdateSet((e) => ({
        minutes: e.ref('excluded.minutes'),
        read_at: e.ref('excluded.read_at'),
      })),
    )
    .execute();
}
