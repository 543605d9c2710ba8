import { type Kysely, sql } from 'kysely';

/** What waits for a plan is found by the team without going through all that is pending, or was let go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bookings_unpaid_newest on bookings (created_at, id)
    where unpaid_since is not null and status = 'pending'`.execute(db);
}
