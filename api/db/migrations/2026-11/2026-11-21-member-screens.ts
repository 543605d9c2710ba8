import { type Kysely, sql } from 'kysely';

/** Tables of the members' own screens: requests, moves, reviews' times, preferences, calendar links, notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update payments set status = 'refunding' where status = 'paid'`.execute(db);
  await db.schema.alterTable('bookings').addColumn('reviewed_at', 'text').execute();
  await db.schema
    .createIndex('bookings_schedule')
    .on('bookings')
    .columns(['status', 'scheduled_date', 'id'])
    .execute();

  await db.schema
    .createTable('custom_requests')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id').onDelete('cascade'))
    .addColumn('service_name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('contact_info', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('booking_moves')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('from_date', 'text')
    .addColumn('to_date', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.references('users.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addUniqueConstraint('booking_moves_order', ['booking_id', 'seq'])
    .execute();

  await db.schema
    .createTable('preferences')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('service_reminders', 'integer', (c) => c.notNull())
    .addColumn('booking_updates', 'integer', (c) => c.notNull())
    .addColumn('team_messages', 'integer', (c) => c.notNull())
    .addColumn('preferred_time', 'text', (c) => c.notNull())
    .addColumn('special_instructions', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('calendar_links')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('occasion', 'text', (c) => c.notNull().unique())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('card_changes')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('notices_due').on('notices').column('due_at').execute();
}
