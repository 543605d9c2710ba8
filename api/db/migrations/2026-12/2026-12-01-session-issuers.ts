import { type Kysely, sql } from 'kysely';

/**
 * The issuer that opened a session, and the issuer's own session. The issuer of existing sessions is unknown, so
 * they end and people sign in again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from sessions`.execute(db);
  await db.schema
    .alterTable('sessions')
    .addColumn('opened_under', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('sessions').addColumn('issuer_session', 'text').execute();
  await db.schema.createIndex('sessions_issuer_session').on('sessions').column('issuer_session').execute();

  await db.schema
    .createTable('logout_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('heard_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('logout_tokens_heard').on('logout_tokens').column('heard_at').execute();
}
