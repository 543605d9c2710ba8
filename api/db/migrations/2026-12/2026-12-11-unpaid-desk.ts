import { type Kysely, sql } from 'kysely';

/** The team finds bookings that wait for a plan without reading all pending or cancelled ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bookings_unpaid_newest on bookings (created_at, id)
    where unpaid_since is not null and status = 'pending'`.execute(db);
}
