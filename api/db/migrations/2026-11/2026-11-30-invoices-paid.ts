import { type Kysely, sql } from 'kysely';

/**
 * The time at which plans' invoices were paid, by which a month sums them. Of old invoices only the time of creation
 * is known.
 */
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
