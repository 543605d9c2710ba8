import { isVisible } from '../contract/rules/visible-text.ts';

interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** First and last name, as far as a reader sees them. */
export const fullName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter((name) => name !== null && isVisible(name)).join(' ');

interface Listed extends Named {
  user_id: string;
  email: string | null;
  email_verified: number;
}

/** A customer as the team's lists show one, whichever list it is. */
export const listedCustomer = (row: Listed) => ({
  id: row.user_id,
  name: nameOf(row),
  email: row.email ?? '',
  emailVerified: row.email_verified === 1,
});

/** The name that the team sees: a person without a name goes by the address. */
export const nameOf = (person: Named & { email: string | null }): string =>
  fullName(person) || (person.email ?? '');
