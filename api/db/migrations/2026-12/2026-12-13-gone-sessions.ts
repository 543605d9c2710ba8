import type { Kysely } from 'kysely';

/** Sessions ended by the deletion of an account, for as long as a browser may still send one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gone_sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('gone_sessions_ended').on('gone_sessions').columns(['ended_at']).execute();
}
