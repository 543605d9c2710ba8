import { type Kysely, sql } from 'kysely';

/**
 * The refunded part of each payment: it includes refunds made by hand and in parts, and excludes refunds that
 * failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'invoices']) {
    await db.schema
      .alterTable(table)
      .addColumn('refunded_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await sql`update payments set refunded_cents = amount_cents where status = 'refunded'`.execute(db);
}
