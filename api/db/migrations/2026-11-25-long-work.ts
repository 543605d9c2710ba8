import { type Kysely, sql } from 'kysely';

/** What takes longer than a day is looked for further back than the rest: few, whatever the number of bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookings_long')
    .on('bookings')
    .columns(['scheduled_date', 'id'])
    .where(sql<boolean>`coalesce(actual_minutes, estimated_minutes) > 1440`)
    .execute();
}
