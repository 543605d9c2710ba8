import type { Kysely } from 'kysely';

/** The permanent log of administrators' acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_acts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('actor_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_acts_newest').on('audit_acts').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('audit_acts_actor')
    .on('audit_acts')
    .columns(['actor_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_acts_user')
    .on('audit_acts')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
}
