import * as z from 'zod/mini';
import { permissions } from '../access/permissions.ts';
import { text } from './forms.ts';
import { OwnPlan, VisitRights } from './plans.ts';
import { Id, Instant, PlanIdOrNone } from './primitives.ts';

/** 'customer', or the id of a role; 'admin', from tabs of an earlier release, is the administrator's. */
export const RoleWord = z.string().check(z.regex(/^[\w-]{1,60}$/, 'Unknown role'));

export const roles = ['customer', 'admin'] as const;

/** A customer in a list of the team. Anybody may sign in with a known name and address: `emailVerified` tells them apart. */
export const ListedCustomer = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Whether the sign-in provider vouches for the address; the name is the person's own in any case. */
  emailVerified: z.boolean(),
});

export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the issuer vouches for the address; mail goes only to such addresses. */
  emailVerified: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  /** What the person's role in the team allows, in the order of the alphabet; empty for a customer. */
  permissions: z.array(z.enum(permissions)),
  subscriptionTier: PlanIdOrNone,
  /** Whether a payment failed and is still owed: the plan's last one, or one for work past its hours. */
  paymentFailed: z.boolean(),
  /** The plan in the version that the person pays; left out without one. */
  plan: z.optional(z.extend(OwnPlan, { rights: z.optional(VisitRights) })),
  /** The plan's hours per month. */
  monthlyHours: z.number(),
  /** Hours used in the current period, a decimal string ("5.5"). */
  usedHours: z.string(),
  /** Hours held by plan bookings that are still to be done. */
  heldHours: z.number(),
  /** Hours that can be booked now: rolled-over hours included, held hours not. */
  remainingHours: z.number(),
  /** The free hours that expire first, and the time of it; left out if none of the free hours expire. */
  expiring: z.optional(z.object({ hours: z.number(), at: Instant })),
  /** The telephone number of the member's concierge. */
  conciergeContact: z.nullable(z.string()),
  /** The same number for a `tel:` address: E.164 where that is sure; `null` without a number. */
  conciergeTel: z.nullable(z.string()),
  /** The plan's name for its concierge ("Dedicated Concierge"). */
  personalConcierge: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

/** Preferred time of day (spec §9): morning 8-12, afternoon 12-5, evening 5-8. */
export const preferredTimes = ['flexible', 'morning', 'afternoon', 'evening'] as const;
export type PreferredTime = (typeof preferredTimes)[number];

/** A member's notification preferences (spec §2, Profile): each by mail, and by push to the subscribed browsers. */
export const Preferences = z.object({
  /** A reminder 24 hours before a service. */
  serviceReminders: z.boolean(),
  /** The team scheduled, moved, started, completed or cancelled a booking. */
  bookingUpdates: z.boolean(),
  /** The team wrote in a booking's thread, or answered in the chat. */
  teamMessages: z.boolean(),
  serviceRemindersPush: z.boolean(),
  bookingUpdatesPush: z.boolean(),
  teamMessagesPush: z.boolean(),
  preferredTime: z.enum(preferredTimes),
  specialInstructions: text(2000),
});
export type Preferences = z.infer<typeof Preferences>;

/** A browser in which a person is signed in. */
export const SignedInDevice = z.object({
  id: z.string(),
  /** For example "Safari on iPhone". */
  name: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer']),
  signedInAt: Instant,
  /** Accurate to the hour. */
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** The private address at which a calendar app reads a member's bookings; `null` if there is none. */
export const CalendarLink = z.object({ url: z.nullable(z.string()), createdAt: z.nullable(Instant) });
export type CalendarLink = z.infer<typeof CalendarLink>;
