import { type Kysely, sql } from 'kysely';

/**
 * The time since which a booking waits for an unpaid plan. Existing bookings of people who never had hours wait from
 * now on, with the same deadline.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('unpaid_since', 'text').execute();
  await sql`update bookings set unpaid_since = ${new Date().toISOString()}
    where status = 'pending' and payment_type = 'subscription'
    and not exists (select 1 from hour_grants g where g.user_id = bookings.user_id)
    and not exists (select 1 from subscriptions s where s.user_id = bookings.user_id
      and s.status in ('active', 'past_due'))`.execute(db);
  await db.schema
    .createIndex('bookings_unpaid')
    .on('bookings')
    .column('unpaid_since')
    .where(sql.ref('unpaid_since'), 'is not', sql`null`)
    .execute();
}
