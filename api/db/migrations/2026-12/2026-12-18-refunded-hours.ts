import { type Kysely, sql } from 'kysely';

/** Refunds of plans take hours. The earlier ones took none, and the hours stay their members'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('invoices')
    .addColumn('hours_kept_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update invoices set hours_kept_cents = refunded_cents where refunded_cents > 0`.execute(db);
  await db.schema.alterTable('hour_entries').addColumn('refunded_cents', 'integer').execute();
}
