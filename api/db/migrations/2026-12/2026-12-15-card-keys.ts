import { type Kysely, sql } from 'kysely';

/** The mode of the card provider's keys. A database from before this table takes the mode of its next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table card_keys (id integer primary key, mode text not null)`.execute(db);
}
