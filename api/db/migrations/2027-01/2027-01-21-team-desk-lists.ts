import { type Kysely, sql } from 'kysely';

/** Indexes for the lists of the team's day, and for each order of the list of all bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bookings_to_confirm on bookings (created_at, id)
    where status = 'pending' and unpaid_since is null and payment_type <> 'custom_quote'`.execute(db);
  await sql`create index conversations_waiting on conversations (waiting_since, user_id)
    where waiting_since is not null`.execute(db);
  await sql`create index thread_answers_waiting on thread_answers (waiting_since, booking_id)
    where waiting_since is not null`.execute(db);
  await sql`create index disputes_undecided on disputes (created_at, id)
    where state in ('open', 'inquiry')`.execute(db);
  await sql`create index bookings_when on bookings (coalesce(scheduled_date, '9999'), id)`.execute(db);
  await sql`create index bookings_by_status on bookings ((case status when 'pending' then '1' when 'scheduled' then '2'
    when 'in_progress' then '3' when 'completed' then '4' else '5' end || coalesce(scheduled_date, '9999')), id)`.execute(
    db,
  );
  await sql`create index users_by_name on users
    ((lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) || ' ' || id))`.execute(db);
}
