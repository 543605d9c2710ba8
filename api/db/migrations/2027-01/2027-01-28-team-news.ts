import type { Kysely } from 'kysely';

/** What members of the team wish to be told of, and the waits in the live chat of which they were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_choices')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('mail_off', 'text', (c) => c.notNull())
    .addColumn('push_off', 'text', (c) => c.notNull())
    .addColumn('quiet_from', 'text')
    .addColumn('quiet_until', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('conversations').addColumn('wait_noted', 'text').execute();
}
