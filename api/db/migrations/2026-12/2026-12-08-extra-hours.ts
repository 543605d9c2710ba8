import { type Kysely, sql } from 'kysely';

/** Customers' decisions about work longer than estimated, and its card payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('extra_hours')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('from_minutes', 'integer', (c) => c.notNull())
    .addColumn('to_minutes', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('settled_at', 'text')
    .execute();
  await sql`create unique index extra_hours_places on extra_hours (booking_id, seq)`.execute(db);
  await sql`create unique index extra_hours_waiting on extra_hours (booking_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index extra_hours_asked on extra_hours (asked_at, id) where state = 'waiting'`.execute(db);
  await db.schema
    .alterTable('past_hours')
    .addColumn('extra_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
