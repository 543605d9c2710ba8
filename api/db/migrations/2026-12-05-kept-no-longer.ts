import { type Kysely, sql } from 'kysely';

/** What is forgotten after a time is found without a look at the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('payments_to_forget')
    .on('payments')
    .column('updated_at')
    .where(sql<boolean>`status in ('canceled', 'refunded') and details <> '{}'`)
    .execute();
  await db.schema.createIndex('webhook_events_oldest').on('webhook_events').column('received_at').execute();
}
