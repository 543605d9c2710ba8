import { type Kysely, sql } from 'kysely';

/**
 * What has been kept for long enough is found by its age, and nothing else is looked at for it. Each index of a part
 * begins with what is the same in all of it, or SQLite takes the older index that begins so and goes through more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('webhook_events_received').on('webhook_events').column('received_at').execute();
  await sql`create index notices_told on notices (due_at, created_at)
    where due_at is null and kind <> 'billing'`.execute(db);
  await sql`create index notices_billing_told on notices (due_at, created_at)
    where due_at is null and kind = 'billing' and content <> '{}'`.execute(db);
}
