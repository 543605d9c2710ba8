import { type Kysely, sql } from 'kysely';

/** A booking keeps the name of its service, and a payment the length, as the customer saw them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('service_name', 'text').execute();
  await sql`update bookings set service_name = (select s.name from services s where s.id = service_id)`.execute(
    db,
  );
  await db.schema.alterTable('payments').addColumn('service_minutes', 'integer').execute();
  // An earlier change may have been one of price or length, so it counts as one.
  await db.schema
    .alterTable('services')
    .addColumn('terms_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`update services set terms_version = version`.execute(db);
}
