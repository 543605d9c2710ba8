import { type Kysely, sql } from 'kysely';

/** Words of the indexes have one form of the letter sigma, whose form at a word's end kept some from being found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of [
    ['user_words', 'user_id'],
    ['request_words', 'booking_id'],
  ] as const) {
    const [table, id] = [sql.table(name), sql.ref(key)];
    const hasFinal = sql`word like ${'%ς%'}`;
    await sql`insert into ${table} (word, ${id}) select replace(word, 'ς', 'σ'), ${id} from ${table}
      where ${hasFinal} on conflict do nothing`.execute(db);
    await sql`delete from ${table} where ${hasFinal}`.execute(db);
  }
}
