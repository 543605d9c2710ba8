import { type Kysely, sql } from 'kysely';

/** How much of what was paid was given back: also by hand, in parts, and not where a refund came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'invoices']) {
    await db.schema
      .alterTable(table)
      .addColumn('refunded_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await sql`update payments set refunded_cents = amount_cents where status = 'refunded'`.execute(db);
}
