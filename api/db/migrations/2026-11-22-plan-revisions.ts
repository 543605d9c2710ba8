import type { Kysely } from 'kysely';

/** `revision` goes up with each change of a plan: what was read before another change is told from what was read after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Which periods were given their hours.
  await db.schema
    .createIndex('hour_grants_subscription')
    .on('hour_grants')
    .columns(['subscription_id', 'period_end'])
    .execute();
}
