import { isVisible } from '../../api/contract/rules/visible-text.ts';

interface Named {
  firstName: string;
  lastName: string;
}

/** First and last name, as far as a reader sees them; '' if nothing of them can be seen. */
export const namesOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter(isVisible).join(' ').trim();

/** A person without a name is called by the address. */
export const fullNameOf = (person: Named & { email: string }): string => namesOf(person) || person.email;

/** The first letter as a reader sees it, in upper case: a whole emoji or a letter with its marks; '' without any. */
export function initialOf(text: string): string {
  const letters =
    'Segmenter' in Intl
      ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
      : [...text];
  return (letters.find(isVisible) ?? '').toUpperCase();
}
