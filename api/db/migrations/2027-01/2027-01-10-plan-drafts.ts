import { type Kysely, sql } from 'kysely';

/** Drafts of plans and their planned publications, and the rights of each version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plans')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  // The values say how every plan could be booked until now.
  const versions = db.schema.alterTable('plan_versions');
  await versions.addColumn('notice_hours', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await versions.addColumn('horizon_days', 'integer').execute();
  await versions.addColumn('same_day', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await versions.addColumn('priority', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await versions.addColumn('running', 'text', (c) => c.notNull().defaultTo('keep')).execute();
  // From Standard on, the plans promise that their members come first (spec §9).
  await sql`update plan_versions set priority = 1 where id in ('standard', 'deluxe', 'premium')`.execute(db);
  await db.schema
    .createTable('plan_drafts')
    .addColumn('plan_id', 'text', (c) => c.primaryKey().references('plans.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('concierge', 'text', (c) => c.notNull())
    .addColumn('features', 'text', (c) => c.notNull())
    .addColumn('notice_hours', 'integer', (c) => c.notNull())
    .addColumn('horizon_days', 'integer')
    .addColumn('same_day', 'integer', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('version_id', 'text')
    .addColumn('publish_at', 'text')
    .addColumn('running', 'text')
    .addColumn('publish_by', 'text')
    .addColumn('problem', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
}
