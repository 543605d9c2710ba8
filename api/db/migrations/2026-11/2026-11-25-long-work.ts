import { type Kysely, sql } from 'kysely';

/** Work longer than a day must be searched further back than the rest; such work is rare. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookings_long')
    .on('bookings')
    .columns(['scheduled_date', 'id'])
    .where(sql<boolean>`coalesce(actual_minutes, estimated_minutes) > 1440`)
    .execute();
}
