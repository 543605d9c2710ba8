import { type Kysely, sql } from 'kysely';

/**
 * The index of what waits for a plan begins with the status: without statistics SQLite takes the index that begins so,
 * and went through all that is pending.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('bookings_unpaid_newest').execute();
  await sql`create index bookings_unpaid_newest on bookings (status, created_at, id)
    where unpaid_since is not null`.execute(db);
}
