import type { Kysely } from 'kysely';

/** The people and sessions that an issuer has ended, as digests, for as long as they are remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('logout_tokens').addColumn('subject_digest', 'text').execute();
  await db.schema.alterTable('logout_tokens').addColumn('session_digest', 'text').execute();
}
