import type { Kysely } from 'kysely';

/** The order of a calendar's visits, with what tells its version: neither sorts or reads all bookings of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookings_visits_of')
    .on('bookings')
    .columns(['user_id', 'scheduled_date', 'id', 'updated_at'])
    .execute();
}
