import { type Kysely, sql } from 'kysely';

/**
 * Since when a booking waits for a plan that nobody has paid. What stands there of people who have never had hours
 * waits from now on: it is given its day, too.
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
