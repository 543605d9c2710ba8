import type { Kysely } from 'kysely';

/** Objects of deleted accounts that the card provider failed to delete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('left_at_provider')
    .addColumn('provider_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('trouble', 'text', (c) => c.notNull())
    .addColumn('noted_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('left_at_provider_user').on('left_at_provider').columns(['user_id']).execute();
}
