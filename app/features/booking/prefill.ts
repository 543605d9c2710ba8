import type { User } from '../../../api/contract/entities.ts';
import type { SubscriptionBookingForm } from '../../../api/contract/forms.ts';
import type { BookingFields, Typed } from './drafts.ts';

type Person = Pick<User, 'firstName' | 'lastName' | 'email' | 'subscriptionTier'>;

const blank = {
  customerName: '',
  phone: '',
  email: '',
  address: '',
  scheduledDate: '',
  notes: '',
  city: '',
  state: '',
  postalCode: '',
  emergencyContact: '',
  emergencyPhone: '',
  subscriptionTier: 'standard' as const,
  accessInstructions: '',
} satisfies Required<SubscriptionBookingForm>;

/** What a form begins with: what was typed before, else the person's name and e-mail (spec §5), else nothing. */
export function beginWith(user: Person | null, typed: Typed | undefined): BookingFields {
  const tier = user && user.subscriptionTier !== 'none' ? user.subscriptionTier : blank.subscriptionTier;
  const known = user
    ? { customerName: `${user.firstName} ${user.lastName}`.trim(), email: user.email, subscriptionTier: tier }
    : {};
  return { ...blank, ...known, ...typed };
}
