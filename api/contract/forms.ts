import * as z from 'zod/mini';
import { planTiers } from './plans.ts';

const trimmed = (min: number, message: string, max = 200) =>
  z
    .string('Required')
    .check(z.trim(), z.minLength(min, message), z.maxLength(max, `Please keep this under ${max} characters`));
const optionalText = z.optional(
  z.string().check(z.trim(), z.maxLength(2000, 'Please keep this under 2000 characters')),
);
const when = z.iso.datetime('Please select a preferred date and time');

/** What a customer states with a one-time booking (spec §5). */
export const oneTimeDetails = {
  customerName: trimmed(2, 'Please enter your name'),
  phone: trimmed(10, 'Please provide a valid phone number', 40),
  email: z.email('Please provide a valid email address'),
  address: trimmed(10, 'Please provide a complete address', 300),
  scheduledDate: when,
  notes: optionalText,
};
export const OneTimeBookingForm = z.object(oneTimeDetails);
export type OneTimeBookingForm = z.infer<typeof OneTimeBookingForm>;

/** The same and what a plan's booking adds (spec §5). */
export const SubscriptionBookingForm = z.object({
  ...oneTimeDetails,
  city: trimmed(2, 'Please enter a city or suburb'),
  state: trimmed(2, 'Please enter a state'),
  postalCode: trimmed(4, 'Please enter a postcode', 12),
  emergencyContact: trimmed(2, 'Please name an emergency contact'),
  emergencyPhone: trimmed(10, 'Please provide a valid phone number', 40),
  subscriptionTier: z.enum(planTiers),
  accessInstructions: optionalText,
});
export type SubscriptionBookingForm = z.infer<typeof SubscriptionBookingForm>;

export const messageLimit = 4000;
/** A message of a booking's thread: trimmed, never empty (spec §5). */
export const MessageText = z
  .string('Required')
  .check(
    z.trim(),
    z.minLength(1, 'Please write a message'),
    z.maxLength(messageLimit, `Please keep a message under ${messageLimit} characters`),
  );
