import { type Kysely, sql } from 'kysely';

/** Rows written and deleted again to check that the database is writable (`/readyz`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probes (id text primary key, filler text not null)`.execute(db);
}
