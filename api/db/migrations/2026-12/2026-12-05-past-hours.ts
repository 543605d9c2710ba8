import { type Kysely, sql } from 'kysely';

/** The card payments for work past members' hours, agreed and made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('past_hours')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('hour_cents', 'integer', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('agreed_at', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('charged_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('owed_since', 'text')
    .execute();
  await db.schema
    .createIndex('past_hours_owed')
    .on('past_hours')
    .column('user_id')
    .where(sql.ref('owed_since'), 'is not', sql`null`)
    .execute();
  await db.schema
    .alterTable('payments')
    .addColumn('past_booking_id', 'text', (c) => c.references('bookings.id'))
    .execute();
}
