import { type Kysely, sql } from 'kysely';

/** What the product does not know or sell of the card provider's objects, for the team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unclear_at_provider (
    id text primary key, read_by text not null, user_id text not null references users (id),
    kind text not null, object_id text not null, what text not null, said text not null,
    noted_at text not null, settled_at text)`.execute(db);
  for (const column of ['read_by', 'user_id'])
    await sql`create index ${sql.ref(`unclear_at_provider_${column}`)} on unclear_at_provider
      (${sql.ref(column)})`.execute(db);
  await sql`create index unclear_at_provider_waiting on unclear_at_provider (noted_at)
    where settled_at is null`.execute(db);
}
