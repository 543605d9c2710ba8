import { type Kysely, sql } from 'kysely';

/** People's requests for their own data. One file per person is made at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_exports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('requested_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('ready_at', 'text')
    .addColumn('bytes', 'integer')
    .addColumn('goes_at', 'text', (c) => c.notNull())
    .execute();
  await sql`create unique index data_exports_making on data_exports (user_id) where due_at is not null`.execute(
    db,
  );
  await sql`create index data_exports_due on data_exports (due_at) where due_at is not null`.execute(db);
  await db.schema
    .createIndex('data_exports_newest')
    .on('data_exports')
    .columns(['user_id', 'requested_at'])
    .execute();
  await db.schema.createIndex('data_exports_old').on('data_exports').column('goes_at').execute();
}
