import { type Kysely, sql } from 'kysely';

/** The times of workers: planned visits, holds of customers who are choosing, and the quarters that both take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slot_holds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('service_id', 'text', (c) => c.notNull().references('services.id'))
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('postcode', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('booking_id', 'text', (c) => c.unique().references('bookings.id'))
    .addColumn('payment_id', 'text', (c) => c.unique().references('payments.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  for (const column of ['user_id', 'service_id', 'expires_at'])
    await db.schema.createIndex(`slot_holds_${column}`).on('slot_holds').column(column).execute();
  await db.schema
    .createTable('planned_visits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id'))
    .addColumn('hold_id', 'text', (c) => c.references('slot_holds.id').onDelete('cascade'))
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('postcode', 'text')
    .addCheckConstraint('planned_visits_of_one', sql`(booking_id is null) <> (hold_id is null)`)
    .addCheckConstraint('planned_visits_lasts', sql`starts_at < ends_at`)
    .addUniqueConstraint('planned_visits_booking', ['booking_id', 'worker_id'])
    .addUniqueConstraint('planned_visits_hold', ['hold_id', 'worker_id'])
    .execute();
  // A search reads the future of each worker from the index alone.
  await db.schema
    .createIndex('planned_visits_worker')
    .on('planned_visits')
    .columns(['worker_id', 'ends_at', 'starts_at', 'postcode', 'hold_id'])
    .execute();
  await db.schema
    .createTable('worker_quarters')
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('quarter', 'integer', (c) => c.notNull())
    .addColumn('lane', 'integer', (c) => c.notNull())
    .addColumn('visit_id', 'text', (c) => c.notNull().references('planned_visits.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('worker_quarters_key', ['worker_id', 'quarter', 'lane'])
    .execute();
  await db.schema.createIndex('worker_quarters_visit').on('worker_quarters').column('visit_id').execute();
}
