import type { Kysely } from 'kysely';

/** Changes of services that wait to be published, one for each service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_drafts')
    .addColumn('service_id', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('publish_on', 'text')
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('service_drafts_due').on('service_drafts').column('publish_on').execute();
  await db.schema.createIndex('service_drafts_author').on('service_drafts').column('author_id').execute();
}
