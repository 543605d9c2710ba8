import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../../../core/words.ts';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

interface Request {
  booking_id: string;
  service_name: string;
  description: string;
}

/** The words by which the team finds custom requests, including existing ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Compared by bytes, as people's words, so that the range of a prefix is the same on both engines.
  const text = isPostgres(db as Db) ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('request_words')
    .addColumn('word', text, (c) => c.notNull())
    .addColumn('booking_id', 'text', (c) =>
      c.notNull().references('custom_requests.booking_id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('request_words_key', ['word', 'booking_id'])
    .execute();
  await db.schema
    .createIndex('request_words_request')
    .on('request_words')
    .columns(['booking_id', 'word'])
    .execute();

  for (let last = ''; ; ) {
    const requests = await sql<Request>`select booking_id, service_name, description from custom_requests
      where booking_id > ${last} order by booking_id limit 200`.execute(db);
    for (const { booking_id, service_name, description } of requests.rows) {
      const words = wordsOf(`${service_name} ${description}`).map((word) => sql`(${word}, ${booking_id})`);
      if (words.length)
        await sql`insert into request_words (word, booking_id) values ${sql.join(words)}`.execute(db);
    }
    const end = requests.rows.at(-1);
    if (!end) return;
    last = end.booking_id;
  }
}
