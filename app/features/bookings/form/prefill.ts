import {
  type BookingDetailName,
  bookingDetailNames,
} from '../../../../api/contract/rules/booking-details.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { namesOf } from '../../../lib/full-name.ts';
import type { BookingFields, RequestFields, Typed } from './drafts.ts';

type Person = Pick<User, 'firstName' | 'lastName' | 'email' | 'subscriptionTier'>;

const blank = {
  ...(Object.fromEntries(bookingDetailNames.map((name) => [name, ''])) as Record<BookingDetailName, ''>),
  scheduledDate: '',
  subscriptionTier: 'standard' as const,
};

const blankRequest = {
  serviceName: '',
  description: '',
  // The hours begin empty, so that nobody accepts another person's estimate.
  estimatedHours: '' as unknown as number,
  scheduledDate: '',
  priority: 'standard',
  location: '',
  contactInfo: '',
  notes: '',
} satisfies Required<RequestFields>;

/**
 * A form's first values: the text typed before, otherwise the person's name and e-mail (spec §5), otherwise nothing.
 */
export function beginWith(user: Person | null, typed: Typed | undefined): BookingFields {
  const tier = user && user.subscriptionTier !== 'none' ? user.subscriptionTier : blank.subscriptionTier;
  const known = user ? { customerName: namesOf(user), email: user.email, subscriptionTier: tier } : {};
  return { ...blank, ...known, ...typed };
}

/** A request's first values: the contact is the person's name, the telephone if known, and the e-mail. */
export function beginRequestWith(
  user: Person | null,
  phone: string | undefined,
  typed: Partial<RequestFields>,
): RequestFields {
  const contactInfo = user ? [namesOf(user), phone, user.email].filter(Boolean).join(', ') : '';
  // A draft stores an empty number as null.
  const estimatedHours = typed.estimatedHours ?? blankRequest.estimatedHours;
  return { ...blankRequest, contactInfo, ...typed, estimatedHours };
}
