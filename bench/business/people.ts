import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database, Db } from '../../api/db/database.ts';
import { wordsOf } from '../../api/features/records/account/people-search/people-words.ts';
import { insert, iso, pick } from './rows.ts';

type Person = Insertable<Database['users']>;

const firstNames = [
  'Anna',
  'Ben',
  'Chloe',
  'Dev',
  'Ella',
  'Farid',
  'Grace',
  'Hugo',
  'Isla',
  'Jack',
  'Olivia',
];
const lastNames = ['Nguyen', 'Smith', 'Bennett', 'Okafor', 'Rossi', 'Kaur', 'Müller', 'Tran', 'Jones'];

/** The n-th person, who came at `at` (milliseconds since 1970). */
export function person(n: number, at: number, role: 'customer' | 'admin'): Person {
  const [first_name, last_name] = [pick(firstNames, n), `${pick(lastNames, n)}${Math.floor(n / 99)}`];
  const id = randomUUID();
  return {
    id,
    issuer: 'bench',
    subject: id,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    first_name,
    last_name,
    profile_image_url: null,
    role_id: role === 'admin' ? 'administrator' : null,
    email_verified: 1,
    admin_by_list: 0,
    customer_id: null,
    concierge_contact: null,
    created_at: iso(at),
    updated_at: iso(at),
  };
}

/** Adds people, with the words by which they are found. */
export async function addPeople(db: Db, people: Person[]): Promise<void> {
  await insert(db, 'users', people);
  const words = people.flatMap(({ id, first_name, last_name, email }) =>
    wordsOf({ first_name, last_name, email }).map((word) => ({ user_id: id, word })),
  );
  await insert(db, 'user_words', words);
}
