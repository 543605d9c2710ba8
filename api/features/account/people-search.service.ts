import type { Expression, SqlBool } from 'kysely';
import { wantedWords } from '../../core/words.ts';
import type { Db } from '../../db/database.ts';
import { peopleWords } from './people-search.repository.ts';
import { wordsOf } from './people-words.ts';

/**
 * The people that a text may mean: each of its words begins a word of the first name, last name or e-mail address,
 * ignoring case and accents.
 * @param limit the most ids returned: ask for one more to learn that there are more
 * @returns users' ids in no order; none for a text without words
 */
export const peopleMatching = (db: Db, text: string, limit: number): Promise<string[]> =>
  peopleWords.find(db, wantedWords(text), limit);

/**
 * The same as a condition on a column of users' ids, for a query that walks a list in its own order and stops early;
 * false for a text without words.
 */
export const isPersonMatching = (userId: Expression<string>, text: string): Expression<SqlBool> =>
  peopleWords.has(userId, wantedWords(text));

/** The same for a query that reads most of its list: the matches are looked up once, not for each row. */
export const isPersonAmong = (userId: Expression<string>, text: string): Expression<SqlBool> =>
  peopleWords.isAmong(userId, wantedWords(text));

/** Stores the words of a person's present names and address; call it in the transaction that stores these. */
export const rememberWords = (
  db: Db,
  person: { id: string; first_name: string; last_name: string; email: string },
): Promise<void> => peopleWords.keep(db, person.id, wordsOf(person));
