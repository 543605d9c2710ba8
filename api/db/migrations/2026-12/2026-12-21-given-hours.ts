import type { Kysely } from 'kysely';

/** Hours that the team gave: the words to their member, and the administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('given_hours')
    .addColumn('grant_id', 'text', (c) => c.primaryKey().references('hour_grants.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('given_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('client_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('given_hours_attempt')
    .on('given_hours')
    .columns(['given_by', 'client_id'])
    .unique()
    .execute();
  await db.schema.createIndex('given_hours_user').on('given_hours').columns(['user_id']).execute();
}
