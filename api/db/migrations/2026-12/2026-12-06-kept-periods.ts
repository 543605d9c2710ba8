import { type Kysely, sql } from 'kysely';

/**
 * Rows kept for long enough are found by their age, without reading others. Each partial index begins with the
 * column that is constant in it; otherwise SQLite takes an older index with the same beginning and reads more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('webhook_events_received').on('webhook_events').column('received_at').execute();
  await sql`create index notices_told on notices (due_at, created_at)
    where due_at is null and kind <> 'billing'`.execute(db);
  await sql`create index notices_billing_told on notices (due_at, created_at)
    where due_at is null and kind = 'billing' and content <> '{}'`.execute(db);
}
