import { type Expression, type SqlBool, sql } from 'kysely';
import { lastLetter } from '../core/words.ts';
import type { Db } from './database.ts';

/** Each keeps under which words something is found: `word`, and the id of what is found, of which this is the name. */
interface Tables {
  user_words: 'user_id';
  request_words: 'booking_id';
}

/**
 * What is found by words: all of them at once, each the beginning of one of its own. Its table is read by the range
 * of words that begin so, and by the id of what is asked about; none is walked.
 */
export interface WordIndex {
  /** Ids of at most `limit` things, in no order; none for no words. */
  find(db: Db, words: readonly string[], limit: number): Promise<string[]>;
  /** Whether the thing of this id is meant, for a query that walks a list and stops early; false for no words. */
  has(id: Expression<string>, words: readonly string[]): Expression<SqlBool>;
  /** The same for a query that reads most of its list: what is meant is looked up once, and not for each row. */
  isAmong(id: Expression<string>, words: readonly string[]): Expression<SqlBool>;
  /** Has something found under these words and no others; in the transaction that stores what they are of. */
  keep(db: Db, id: string, words: readonly string[]): Promise<void>;
}

/** So many at once: each word takes two values of a statement. */
const batch = 1000;

export function wordIndex<T extends keyof Tables>(name: T, key: Tables[T]): WordIndex {
  const [table, of] = [sql.table(name), sql.ref(`w.${key}`)];
  const begins = (word: string) => sql<SqlBool>`w.word >= ${word} and w.word < ${word + lastLetter}`;
  const ofWord = (id: Expression<unknown>, word: string) =>
    sql`select 1 from ${table} as w where ${of} = ${id} and ${begins(word)}`;
  // One by one, as far as the walk goes: without the offset PostgreSQL would read at once all that has the word.
  const hasWord = (id: Expression<unknown>, word: string) =>
    sql<SqlBool>`exists (${ofWord(id, word)} limit 1 offset 0)`;
  const all = (conditions: Expression<SqlBool>[]) =>
    conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`1 = 0`;
  return {
    async find(db, [rarest, ...others], limit) {
      if (!rarest) return [];
      const outer = sql.ref(`rarest.${key}`);
      const also = others.map((word) => sql`and exists (${ofWord(outer, word)})`);
      // Not made distinct there, for which PostgreSQL would read all of them before it gives the first.
      for (let most = limit; ; most *= 4) {
        const { rows } = await sql<{ id: string }>`select ${outer} as id from ${table} as rarest
          where rarest.word >= ${rarest} and rarest.word < ${rarest + lastLetter} ${sql.join(also, sql` `)}
          limit ${most}`.execute(db);
        const ids = [...new Set(rows.map(({ id }) => id))];
        if (ids.length >= limit || rows.length < most) return ids.slice(0, limit);
      }
    },
    has: (id, words) => all(words.map((word) => hasWord(id, word))),
    isAmong: (id, words) =>
      all(
        words.map(
          (word) => sql<SqlBool>`${id} || '' in (select ${of} from ${table} as w where ${begins(word)})`,
        ),
      ),
    async keep(db, id, words) {
      const kept = sql<{ word: string }>`select w.word from ${table} as w where ${of} = ${id}`;
      const known = new Set((await kept.execute(db)).rows.map(({ word }) => word));
      const gone = [...known].filter((word) => !words.includes(word));
      const added = words.filter((word) => !known.has(word));
      const these = sql`${sql.ref(key)} = ${id} and word in (${sql.join(gone)})`;
      if (gone.length) await sql`delete from ${table} where ${these}`.execute(db);
      for (let at = 0; at < added.length; at += batch) {
        const rows = added.slice(at, at + batch).map((word) => sql`(${word}, ${id})`);
        await sql`insert into ${table} (word, ${sql.ref(key)}) values ${sql.join(rows)}
          on conflict do nothing`.execute(db);
      }
    },
  };
}
