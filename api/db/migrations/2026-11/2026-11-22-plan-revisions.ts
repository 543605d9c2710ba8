import type { Kysely } from 'kysely';

/** `revision` rises with each change of a plan, so that a read from before a change is told from a later one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Finds the periods whose hours were granted.
  await db.schema
    .createIndex('hour_grants_subscription')
    .on('hour_grants')
    .columns(['subscription_id', 'period_end'])
    .execute();
}
