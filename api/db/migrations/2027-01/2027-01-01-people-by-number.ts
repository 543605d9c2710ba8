import { type Kysely, sql } from 'kysely';
import { numberWords } from '../../../core/words.ts';

interface Given {
  id: string;
  user_id: string;
  text: string;
}

/** The team finds people by the telephone numbers that they gave with their bookings, including earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['booking_details', 'phone'],
    ['custom_requests', 'contact_info'],
  ] as const)
    for (let last = ''; ; ) {
      const text = sql.ref(`d.${column}`);
      const { rows } = await sql<Given>`select b.id, b.user_id, ${text} as text
        from ${sql.table(table)} as d join bookings as b on b.id = d.booking_id
        where d.booking_id > ${last} and ${text} is not null order by d.booking_id limit 500`.execute(db);
      for (const given of rows)
        for (const word of numberWords(given.text))
          await sql`insert into user_words (word, user_id) values (${word}, ${given.user_id})
            on conflict do nothing`.execute(db);
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
}
