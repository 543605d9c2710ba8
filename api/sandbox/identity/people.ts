import { personas } from '../../db/seed/people.ts';

/** What the issuer says of a person; the subject is the address. */
export interface Known {
  email: string;
  firstName: string;
  lastName: string;
}

/** Each persona and what is to be found there. */
export const offered = [
  { ...personas.member, about: 'Standard plan, a concierge, bookings in every status' },
  { ...personas.newcomer, about: 'Nothing yet' },
  { ...personas.admin, about: 'Administrator and support' },
];

/** A persona, or anyone new, named after their address. */
export function personOf(email: string): Known {
  const persona = offered.find((p) => p.email === email);
  if (persona) return persona;
  const [firstName = '', ...rest] = (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1));
  return { email, firstName, lastName: rest.join(' ') };
}

/** The address in small letters; `null` when it is none. */
export function readEmail(value: string | null): string | null {
  const email = value?.trim().toLowerCase() ?? '';
  return /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(email) && email.length <= 254 ? email : null;
}
