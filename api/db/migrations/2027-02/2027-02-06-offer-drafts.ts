import type { Kysely } from 'kysely';

/** Drafts are also of categories, and several are published together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('service_drafts').renameTo('offer_drafts').execute();
  await schema.alterTable('offer_drafts').renameColumn('service_id', 'subject_id').execute();
  await schema
    .alterTable('offer_drafts')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('service'))
    .execute();
  await schema.alterTable('offer_drafts').addColumn('together', 'text').execute();
  await schema.dropIndex('service_drafts_due').execute();
  await schema.dropIndex('service_drafts_author').execute();
  await schema.createIndex('offer_drafts_due').on('offer_drafts').column('publish_on').execute();
  await schema.createIndex('offer_drafts_author').on('offer_drafts').column('author_id').execute();
}
