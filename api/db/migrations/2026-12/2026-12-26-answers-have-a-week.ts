import { type Kysely, sql } from 'kysely';

/** Questions that were asked before they had a deadline get the whole time to answer from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update extra_hours set asked_at = ${new Date().toISOString()} where state = 'waiting'`.execute(
    db,
  );
}
