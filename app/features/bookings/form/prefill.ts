import type { User } from '../../../../api/contract/entities.ts';
import type { SubscriptionBookingForm } from '../../../../api/contract/forms.ts';
import type { BookingFields, RequestFields, Typed } from './drafts.ts';

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

const blankRequest = {
  serviceName: '',
  description: '',
  // Nobody is made to begin with somebody else's estimate.
  estimatedHours: '' as unknown as number,
  scheduledDate: '',
  priority: 'standard',
  location: '',
  contactInfo: '',
  notes: '',
} satisfies Required<RequestFields>;

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();

/** What a form begins with: what was typed before, else the person's name and e-mail (spec §5), else nothing. */
export function beginWith(user: Person | null, typed: Typed | undefined): BookingFields {
  const tier = user && user.subscriptionTier !== 'none' ? user.subscriptionTier : blank.subscriptionTier;
  const known = user ? { customerName: nameOf(user), email: user.email, subscriptionTier: tier } : {};
  return { ...blank, ...known, ...typed };
}

/** What a request begins with: its contact is the person's name, telephone where it is known, and e-mail. */
export function beginRequestWith(
  user: Person | null,
  phone: string | undefined,
  typed: Partial<RequestFields>,
): RequestFields {
  const contactInfo = user ? [nameOf(user), phone, user.email].filter(Boolean).join(', ') : '';
  // An empty number of a draft was kept as null.
  const estimatedHours = typed.estimatedHours ?? blankRequest.estimatedHours;
  return { ...blankRequest, contactInfo, ...typed, estimatedHours };
}
