import type { Kysely } from 'kysely';

/** What the card provider would not delete of an account that is deleted here. */
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
