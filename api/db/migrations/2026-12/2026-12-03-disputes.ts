import { type Kysely, sql } from 'kysely';

/** Disputes of cardholders at their banks, and people's decisions about refused refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('disputes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('provider_id', 'text', (c) => c.notNull().unique())
    .addColumn('intent_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id'))
    .addColumn('invoice_id', 'text', (c) => c.references('invoices.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('answer_by', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'text')
    .execute();
  await db.schema.createIndex('disputes_newest').on('disputes').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('disputes_booking').on('disputes').column('booking_id').execute();
  await db.schema.createIndex('disputes_invoice').on('disputes').column('invoice_id').execute();
  await db.schema.createIndex('disputes_user').on('disputes').column('user_id').execute();
  for (const table of ['payments', 'invoices']) {
    await db.schema
      .alterTable(table)
      .addColumn('refund_tries', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable(table)
      .addColumn('refund_by_hand', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex(`${table}_stuck`)
      .on(table)
      .column('id')
      .where(sql.ref('refund_trouble'), 'is not', sql`null`)
      .execute();
  }
}
