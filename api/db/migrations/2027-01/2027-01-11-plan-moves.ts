import { type Kysely, sql } from 'kysely';

/** Moves of running members to a new version of their plan, each told in a letter before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_moves')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subscription_id', 'text', (c) => c.notNull().references('subscriptions.id'))
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('from_version_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('letter_at', 'text')
    .addColumn('at_provider', 'integer', (c) => c.notNull())
    .addColumn('held_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('plan_moves_planned')
    .unique()
    .on('plan_moves')
    .columns(['subscription_id', 'version_id'])
    .where(sql.ref('status'), '=', sql.lit('planned'))
    .execute();
  await db.schema.createIndex('plan_moves_at').on('plan_moves').columns(['status', 'at']).execute();
}
