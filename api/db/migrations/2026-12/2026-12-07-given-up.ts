import { type Kysely, sql } from 'kysely';

/**
 * Abandoned payments and cancelled bookings are found by their age. Each index begins as those of 2026-12-06 do, for
 * the same reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_given_up on payments (status, updated_at)
    where status = 'canceled' and details <> '{}'`.execute(db);
  await sql`create index bookings_called_off on bookings (status, updated_at, id)
    where status = 'cancelled' and payment_id is null and notes is not null`.execute(db);
}
