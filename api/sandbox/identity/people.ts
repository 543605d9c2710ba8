import { isEmailAddress, lowerEmail } from '../../contract/rules/email-address.ts';
import { personas } from '../../core/personas.ts';

/** The people on the sign-in page, each with the content of their account. */
export const offered = [
  { ...personas.member, about: 'Standard plan, a concierge, bookings in every status' },
  { ...personas.newcomer, about: 'Just moved in: no plan and no bookings yet' },
  { ...personas.admin, about: 'Administrator and support' },
  { ...personas.worker, about: 'Worker: their own visits of the week' },
];

/** The issuer's claims about a person: a persona, or a new person named after their address. */
export function personOf(email: string): { firstName: string; lastName: string } {
  const persona = offered.find((person) => person.email === email);
  if (persona) return persona;
  const [name = ''] = email.split('@');
  const [firstName = '', ...others] = name
    .split(/[._+\d-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { firstName, lastName: others.join(' ') };
}

/** The address in lower case, which is also the person's subject; `null` if it is invalid. */
export function readEmail(typed: string): string | null {
  const email = lowerEmail(typed.trim());
  return isEmailAddress(email) ? email : null;
}
