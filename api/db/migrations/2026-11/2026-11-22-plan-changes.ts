import { type Kysely, sql } from 'kysely';

/** The plan of the next period, the debt of a failed payment, and changes of plans under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('next_tier', 'text').execute();
  await sql`update subscriptions set next_tier = tier where cancel_at_period_end = 0`.execute(db);
  await db.schema
    .alterTable('invoices')
    .addColumn('amount_due_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update invoices set amount_due_cents = amount_paid_cents`.execute(db);
  await db.schema.alterTable('invoices').addColumn('next_attempt_at', 'text').execute();
  await db.schema
    .createIndex('invoices_subscription')
    .on('invoices')
    .columns(['subscription_id', 'status'])
    .execute();

  await db.schema
    .createTable('plan_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subscription_id', 'text', (c) => c.notNull().references('subscriptions.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('proration_at', 'text')
    .addColumn('amount_cents', 'integer')
    .addColumn('invoice_id', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('plan_changes_one_open')
    .unique()
    .on('plan_changes')
    .column('subscription_id')
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute();
}
