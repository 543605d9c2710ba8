import type { Kysely } from 'kysely';

/** Of whom, and of which of its sessions, an issuer has said that they are over: digests, as long as it is remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('logout_tokens').addColumn('subject_digest', 'text').execute();
  await db.schema.alterTable('logout_tokens').addColumn('session_digest', 'text').execute();
}
