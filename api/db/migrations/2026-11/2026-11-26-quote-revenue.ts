import type { Kysely } from 'kysely';

/** A month's card payments with their quotes, so that they are summed without reading other rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('payments_month').execute();
  await db.schema
    .createIndex('payments_month')
    .on('payments')
    .columns(['paid_at', 'amount_cents', 'refunded_cents', 'quote_id'])
    .execute();
}
