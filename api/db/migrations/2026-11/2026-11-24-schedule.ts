import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Indexes for the team's calendar, live work and report, and the waits for an answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The index groups a month's bookings by status and service, so they are counted without reading the bookings
  // themselves.
  await db.schema
    .createIndex('bookings_month')
    .on('bookings')
    .columns(['service_id', 'status', 'scheduled_date'])
    .execute();
  await db.schema
    .createIndex('bookings_completed')
    .on('bookings')
    .column('completed_date')
    .where(sql.ref('completed_date'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('bookings_reviewed')
    .on('bookings')
    .columns(['reviewed_at', 'rating'])
    .where(sql.ref('reviewed_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('invoices_month')
    .on('invoices')
    .columns(['created_at', 'status', 'amount_paid_cents', 'refunded_cents'])
    .execute();
  await db.schema
    .createIndex('payments_month')
    .on('payments')
    .columns(['paid_at', 'amount_cents', 'refunded_cents'])
    .execute();
  await db.schema
    .createIndex('hour_entries_month')
    .on('hour_entries')
    .columns(['kind', 'recorded_at', 'minutes', 'grant_id'])
    .execute();
  await db.schema
    .createIndex('hour_entries_balance')
    .on('hour_entries')
    .columns(['grant_id', 'recorded_at', 'minutes'])
    .execute();
  await db.schema.dropIndex('hour_entries_grant').execute();
  // Entries that may have been written after their grant had expired: few of all.
  await sql`create index hour_entries_late on hour_entries (recorded_at, grant_id, minutes)
    where grant_id is not null and (kind <> 'use' or at < recorded_at)`.execute(db);
  await db.schema.createIndex('hour_grants_expiry').on('hour_grants').columns(['expires_at', 'id']).execute();
  await answers(db);
}

/** Kept by triggers, so that the wait is right whatever code stores a message. */
async function answers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thread_answers')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id').onDelete('cascade'))
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('waited_seconds', 'integer')
    .execute();
  await db.schema
    .createIndex('thread_answers_month')
    .on('thread_answers')
    .columns(['asked_at', 'waited_seconds'])
    .execute();

  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const waited = (answered: string, asked: string) =>
    sql.raw(
      postgres
        ? `round(extract(epoch from (${answered}::timestamptz - ${asked}::timestamptz)))::integer`
        : `cast(round((julianday(${answered}) - julianday(${asked})) * 86400) as integer)`,
    );
  await sql`insert into thread_answers (booking_id, asked_at, waited_seconds)
    select c.booking_id, c.created_at, ${waited('a.created_at', 'c.created_at')}
    from messages c
    left join messages a on a.booking_id = c.booking_id and a.seq = (
      select min(t.seq) from messages t
      where t.booking_id = c.booking_id and t.sender_type = 'admin' and t.seq > c.seq)
    where c.seq = (
      select min(f.seq) from messages f where f.booking_id = c.booking_id and f.sender_type = 'customer')`.execute(
    db,
  );

  const asks = sql`insert into thread_answers (booking_id, asked_at)
    values (new.booking_id, new.created_at) on conflict do nothing`;
  const answer = sql`update thread_answers set waited_seconds = ${waited('new.created_at', 'asked_at')}
    where booking_id = new.booking_id and waited_seconds is null`;
  if (postgres) {
    await sql`create function note_thread_answer() returns trigger language plpgsql as $$
      begin
        if new.sender_type = 'customer' then ${asks}; else ${answer}; end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger messages_answer after insert on messages
      for each row execute function note_thread_answer()`.execute(db);
    return;
  }
  await sql`create trigger messages_ask after insert on messages when new.sender_type = 'customer'
    begin ${asks}; end`.execute(db);
  await sql`create trigger messages_answer after insert on messages when new.sender_type <> 'customer'
    begin ${answer}; end`.execute(db);
}
