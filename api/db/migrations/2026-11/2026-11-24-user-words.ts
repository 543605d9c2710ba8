import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../../../core/words.ts';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

interface Person {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** The words by which the team finds people, including existing ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Compared by bytes, as SQLite does, so that the range of a prefix is the same on both engines.
  const text = isPostgres(db as Db) ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('user_words')
    .addColumn('word', text, (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_words_key', ['word', 'user_id'])
    .execute();
  await db.schema.createIndex('user_words_user').on('user_words').columns(['user_id', 'word']).execute();

  for (let last = ''; ; ) {
    const people = await sql<Person>`select id, first_name, last_name, email from users
      where id > ${last} order by id limit 200`.execute(db);
    for (const person of people.rows)
      for (const word of wordsOf(`${person.first_name} ${person.last_name}`, person.email))
        await sql`insert into user_words (word, user_id) values (${word}, ${person.id})`.execute(db);
    const end = people.rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
