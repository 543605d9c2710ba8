import { type Kysely, sql } from 'kysely';

/** The team's answers to custom requests, and the requests that wait for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer')
    .addColumn('minutes', 'integer')
    .addColumn('scheduled_date', 'text')
    .addColumn('message', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('client_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('settled_at', 'text')
    .addUniqueConstraint('quotes_attempt', ['created_by', 'client_id'])
    .execute();
  await db.schema
    .createIndex('quotes_one_open')
    .unique()
    .on('quotes')
    .column('booking_id')
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute();
  await db.schema.createIndex('quotes_booking').on('quotes').columns(['booking_id', 'created_at']).execute();

  await db.schema
    .alterTable('payments')
    .addColumn('quote_id', 'text', (c) => c.references('quotes.id'))
    .execute();
  await db.schema.createIndex('payments_quote').on('payments').column('quote_id').execute();

  await requests(db);

  // Finds the hours held by open bookings of many people, independent of their past ones.
  await db.schema
    .createIndex('bookings_held')
    .on('bookings')
    .columns(['user_id', 'payment_type', 'status'])
    .execute();
}

async function requests(db: Kysely<unknown>): Promise<void> {
  const table = 'custom_requests';
  await db.schema.alterTable(table).addColumn('estimated_minutes', 'integer').execute();
  await db.schema
    .alterTable(table)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn('turn', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn('quote_id', 'text', (c) => c.references('quotes.id'))
    .execute();
  await db.schema.alterTable(table).addColumn('quote_until', 'text').execute();
  await db.schema.alterTable(table).addColumn('answered_at', 'text').execute();
  await sql`update custom_requests set
    estimated_minutes = (select b.estimated_minutes from bookings b where b.id = booking_id),
    turn = (select substr(b.created_at, 1, 16) from bookings b where b.id = booking_id) ||
      case priority when 'emergency' then '0' when 'urgent' then '1' else '2' end,
    state = case when (select b.status from bookings b where b.id = booking_id) = 'pending'
      then 'waiting' else 'settled' end`.execute(db);
  await db.schema
    .createIndex('custom_requests_turn')
    .on(table)
    .columns(['state', 'turn', 'booking_id'])
    .execute();
}
