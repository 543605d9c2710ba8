import type { Kysely } from 'kysely';

/** Counts the changes of the offer, so that its list is built once for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('offer_revisions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .execute();
}
