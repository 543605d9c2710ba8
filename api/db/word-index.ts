import { type Expression, type SqlBool, sql } from 'kysely';
import { lastLetter } from '../core/words.ts';
import type { Db } from './database.ts';

/** Tables of words: each row holds a `word` and the id of the thing found, in a column of this name. */
interface Tables {
  user_words: 'user_id';
  request_words: 'booking_id';
}

/** A word and the thing found by it. */
export interface WordOf {
  id: string;
  word: string;
}

/**
 * A search by words: every word must match, each as the beginning of one of the thing's own words. The table is read
 * by ranges of words and by ids, never as a whole.
 */
export interface WordIndex {
  /** Ids of at most `limit` things, in no order; none if there are no words. */
  find(db: Db, words: readonly string[], limit: number): Promise<string[]>;
  /**
   * Whether the thing of this id matches, for a query that walks a list and stops early; false if there are no
   * words.
   */
  has(id: Expression<string>, words: readonly string[]): Expression<SqlBool>;
  /** The same for a query that reads most of its list: the matches are looked up once, not for each row. */
  isAmong(id: Expression<string>, words: readonly string[]): Expression<SqlBool>;
  /**
   * Stores the words of a thing in place of its old ones; call it in the transaction that stores the thing.
   * @param isOther tells words that come from elsewhere (`add`), and stay
   */
  keep(db: Db, id: string, words: readonly string[], isOther?: (word: string) => boolean): Promise<void>;
  /**
   * Stores words of things beside their others. A word that is there already is locked, so that `forgetGiven` waits
   * for what this transaction stores with it.
   */
  add(db: Db, rows: readonly WordOf[]): Promise<void>;
  /** Deletes the telephone numbers (`numberWords`) and the addresses (`placeWords`) among the words of these things. */
  forgetGiven(db: Db, ids: readonly string[]): Promise<void>;
}

/** The words of one statement; each takes two of its values. */
const batch = 1000;

export function wordIndex<T extends keyof Tables>(name: T, key: Tables[T]): WordIndex {
  const [table, of] = [sql.table(name), sql.ref(`w.${key}`)];
  const begins = (word: string) => sql<SqlBool>`w.word >= ${word} and w.word < ${word + lastLetter}`;
  const ofWord = (id: Expression<unknown>, word: string) =>
    sql`select 1 from ${table} as w where ${of} = ${id} and ${begins(word)}`;
  // Looks up each row as the walk reaches it. Without the offset PostgreSQL would first read every row with the
  // word.
  const hasWord = (id: Expression<unknown>, word: string) =>
    sql<SqlBool>`exists (${ofWord(id, word)} limit 1 offset 0)`;
  const all = (conditions: Expression<SqlBool>[]) =>
    conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`1 = 0`;
  const add: WordIndex['add'] = async (db, rows) => {
    for (let at = 0; at < rows.length; at += batch) {
      const values = rows.slice(at, at + batch).map(({ id, word }) => sql`(${word}, ${id})`);
      await sql`insert into ${table} (word, ${sql.ref(key)}) values ${sql.join(values)}
        on conflict (word, ${sql.ref(key)}) do update set word = excluded.word`.execute(db);
    }
  };
  return {
    async find(db, [rarest, ...others], limit) {
      if (!rarest) return [];
      const outer = sql.ref(`rarest.${key}`);
      const also = others.map((word) => sql`and exists (${ofWord(outer, word)})`);
      // Duplicates are removed here: with `distinct`, PostgreSQL would read all rows before it gives the first.
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
    async keep(db, id, words, isOther = () => false) {
      const kept = sql<{ word: string }>`select w.word from ${table} as w where ${of} = ${id}`;
      const known = new Set((await kept.execute(db)).rows.map(({ word }) => word));
      const gone = [...known].filter((word) => !words.includes(word) && !isOther(word));
      const these = sql`${sql.ref(key)} = ${id} and word in (${sql.join(gone)})`;
      if (gone.length) await sql`delete from ${table} where ${these}`.execute(db);
      await add(
        db,
        words.filter((word) => !known.has(word)).map((word) => ({ id, word })),
      );
    },
    add,
    async forgetGiven(db, ids) {
      if (ids.length === 0) return;
      await sql`delete from ${table} where ${sql.ref(key)} in (${sql.join(ids)}) and (
        (word >= ' ' and word < '!')
        or (word >= '+' and word < ',' and length(word) = 9 and ltrim(substr(word, 2), '0123456789') = ''))`.execute(
        db,
      );
    },
  };
}
