import { type Kysely, sql } from 'kysely';

/** People whose name or address the card provider has not been told since they changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stale_customers (
    user_id text primary key references users (id) on delete cascade, since text not null)`.execute(db);
  await sql`create index stale_customers_since on stale_customers (since)`.execute(db);
}
