import type { Kysely } from 'kysely';

/** The sessions that the deletion of an account has ended, for as long as a browser may still come with one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gone_sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('gone_sessions_ended').on('gone_sessions').columns(['ended_at']).execute();
}
