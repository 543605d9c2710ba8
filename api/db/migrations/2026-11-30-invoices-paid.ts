import { type Kysely, sql } from 'kysely';

/** When plans' invoices were paid, by which a month sums them; of those from before nothing is known but when they were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('paid_at', 'text').execute();
  await sql`update invoices set paid_at = created_at where status = 'paid'`.execute(db);
  await db.schema.dropIndex('invoices_month').execute();
  await db.schema
    .createIndex('invoices_month')
    .on('invoices')
    .columns(['paid_at', 'amount_paid_cents', 'refunded_cents'])
    .execute();
}
