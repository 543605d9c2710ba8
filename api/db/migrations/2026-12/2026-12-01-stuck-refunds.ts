import type { Kysely } from 'kysely';

/** An invoice of a plan may need a refund, and a refund that the provider refuses waits for a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('refund_state', 'text').execute();
  for (const table of ['payments', 'invoices'])
    await db.schema.alterTable(table).addColumn('refund_trouble', 'text').execute();
}
