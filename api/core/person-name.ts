import { isVisible } from '../contract/facts/visible-text.ts';

interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** First and last name, as far as a reader sees them. */
export const fullName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter((name) => name !== null && isVisible(name)).join(' ');

/** The name that the team sees: a person without a name goes by the address. */
export const nameOf = (person: Named & { email: string | null }): string =>
  fullName(person) || (person.email ?? '');
