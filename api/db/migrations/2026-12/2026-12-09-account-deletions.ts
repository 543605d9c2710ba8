import { type Kysely, sql } from 'kysely';

/** Accounts to be deleted, and deleted ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('requested_at', 'text', (c) => c.notNull())
    .addColumn('by_team', 'integer', (c) => c.notNull())
    .addColumn('planned_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('told_at', 'text')
    .addColumn('begun_at', 'text')
    .addColumn('done_at', 'text')
    .execute();
  await sql`create index account_deletions_due on account_deletions (due_at) where due_at is not null`.execute(
    db,
  );
}
