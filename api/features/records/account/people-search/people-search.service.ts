import { type Expression, type SqlBool, sql } from 'kysely';
import {
  isNumberWord,
  isPlaceWord,
  numberWords,
  placeWords,
  wantedNumber,
  wantedPlace,
  wantedWords,
} from '../../../../core/words.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { peopleWords } from './people-search.repository.ts';
import { wordsOf } from './people-words.ts';

/** What a text may mean: words of names and mail addresses, a telephone number, or a street and a suburb. */
const meaningsOf = (text: string): string[][] =>
  [wantedWords(text), wantedNumber(text), wantedPlace(text)].filter(({ length }) => length > 0);

/**
 * The people that a text may mean: each of its words begins a word of the first name, last name or e-mail address,
 * ignoring case and accents, or it is a telephone number that they gave with a booking, however either was typed, or
 * each word begins a word of the addresses of their bookings.
 * @param limit the most ids returned: ask for one more to learn that there are more
 * @returns users' ids in no order; none for a text without words
 */
export async function peopleMatching(db: Db, text: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (const words of meaningsOf(text)) found.push(...(await peopleWords.find(db, words, limit)));
  return [...new Set(found)].slice(0, limit);
}

/**
 * The same as a condition on a column of users' ids, for a query that walks a list in its own order and stops early;
 * false for a text without words.
 */
export const isPersonMatching = (userId: Expression<string>, text: string): Expression<SqlBool> =>
  either(meaningsOf(text).map((words) => peopleWords.has(userId, words)));

/** The same for a query that reads most of its list: the matches are looked up once, not for each row. */
export const isPersonAmong = (userId: Expression<string>, text: string): Expression<SqlBool> =>
  either(meaningsOf(text).map((words) => peopleWords.isAmong(userId, words)));

const either = (conditions: Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`1 = 0`;

/** Stores the words of a person's present names and address; call it in the transaction that stores these. */
export const rememberWords = (
  db: Db,
  person: { id: string; first_name: string; last_name: string; email: string },
): Promise<void> => peopleWords.keep(db, person.id, wordsOf(person), isGiven);

/** Whether a word comes from a booking. */
const isGiven = (word: string): boolean => isNumberWord(word) || isPlaceWord(word);

/** What a person gave with a booking or a request: a text with telephone numbers, and an address. */
export interface ContactGiven {
  phone: string | null;
  place: string | null;
}

const wordsGiven = ({ phone, place }: ContactGiven): string[] => [
  ...numberWords(phone ?? ''),
  ...placeWords(place ?? ''),
];

/** Lets the team find a person by what they gave with a booking; call it in the transaction that stores it. */
export const rememberContact = (db: Db, userId: string, given: ContactGiven): Promise<void> =>
  peopleWords.add(
    db,
    wordsGiven(given).map((word) => ({ id: userId, word })),
  );

/**
 * Forgets the telephone numbers and addresses of these people except for those in the texts that are left of them; call
 * it in the transaction that erases the others, after it has.
 * @param left reads the texts; called after the words are deleted, when bookings made meanwhile are stored
 */
export async function forgetContacts(
  db: Tx,
  people: readonly string[],
  left: () => Promise<readonly ({ user_id: string } & ContactGiven)[]>,
): Promise<void> {
  await peopleWords.forgetGiven(db, people);
  const words = new Map<string, { id: string; word: string }>();
  for (const { user_id, ...given } of await left())
    for (const word of wordsGiven(given)) words.set(`${word} ${user_id}`, { id: user_id, word });
  await peopleWords.add(db, [...words.values()]);
}
