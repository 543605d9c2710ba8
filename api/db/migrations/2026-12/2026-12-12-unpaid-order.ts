import { type Kysely, sql } from 'kysely';

/**
 * The index of bookings that wait for a plan begins with the status. Without statistics SQLite prefers an index with
 * this beginning, and it read all pending bookings before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('bookings_unpaid_newest').execute();
  await sql`create index bookings_unpaid_newest on bookings (status, created_at, id)
    where unpaid_since is not null`.execute(db);
}
