import { type Kysely, sql } from 'kysely';

/** What is written, and deleted again, to see that the database can be written to (`/readyz`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probes (id text primary key, filler text not null)`.execute(db);
}
