import { isVisible } from '../../../api/contract/rules/visible-text.ts';
import { initialOf } from '../../lib/full-name.ts';

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** The initials of a person, at most two. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(isVisible).map(initialOf).join('') || initialOf(email);
}

/** Whether the account was deleted: bookings and payments stay, without an address. */
export const isGone = ({ email }: Pick<Named, 'email'>): boolean => email === '';
