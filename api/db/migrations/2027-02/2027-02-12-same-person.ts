import type { Kysely } from 'kysely';

/** Whether a customer wishes for the person who came last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('booking_details').addColumn('same_person', 'text').execute();
}
