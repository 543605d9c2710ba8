import { type Kysely, sql } from 'kysely';

/** Columns for money and hours: the purpose of a grant, and the order in which the ledger was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await hours(db);
}

async function hours(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hour_grants')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('period'))
    .execute();
  await db.schema
    .alterTable('hour_grants')
    .addColumn('subscription_id', 'text', (c) => c.references('subscriptions.id'))
    .execute();
  await sql`update hour_grants set subscription_id =
    (select i.subscription_id from invoices i where i.id = hour_grants.invoice_id)`.execute(db);

  await db.schema
    .alterTable('hour_entries')
    .addColumn('seq', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('hour_entries')
    .addColumn('recorded_at', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  // The writing time of old entries is unknown; the time of their event is the nearest to it.
  await sql`update hour_entries set recorded_at = at, seq = (
    select count(*) from hour_entries o
    where o.user_id = hour_entries.user_id
      and (o.at < hour_entries.at or (o.at = hour_entries.at and o.id <= hour_entries.id)))`.execute(db);
  await db.schema
    .createIndex('hour_entries_order')
    .unique()
    .on('hour_entries')
    .columns(['user_id', 'seq'])
    .execute();
}
