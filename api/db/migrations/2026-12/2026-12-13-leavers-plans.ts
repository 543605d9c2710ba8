import { type Kysely, sql } from 'kysely';

/** Plans that end with their period because their member's account is to be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('leaving', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index subscriptions_leaving on subscriptions (updated_at) where leaving = 1`.execute(db);
}
