import * as z from 'zod/mini';
import {
  bookingStatuses,
  HoursNow,
  Id,
  Instant,
  Preferences,
  roles,
  Subscription,
  User,
} from './entities.ts';
import { planTiers } from './plans.ts';

/** More open bookings than this are not counted in a list. */
export const mostOpenCounted = 99;

/** One person of the team's list of everybody. */
export const CustomerLine = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  createdAt: Instant,
  subscriptionTier: z.enum([...planTiers, 'none']),
  /** `past_due`: the last payment failed. */
  planStatus: z.enum(['none', 'active', 'past_due']),
  /** Bookings that are still to be done, up to one more than `mostOpenCounted`. */
  openBookings: z.int(),
  lastBooking: z.nullable(z.object({ id: Id, status: z.enum(bookingStatuses), createdAt: Instant })),
});
export type CustomerLine = z.infer<typeof CustomerLine>;

/** Everything that the team sees of a person at once: who they are, their plan, hours, wishes and how often they came. */
export const Customer = z.extend(User, {
  createdAt: Instant,
  /** Whether signing in makes them an administrator, whatever the team chooses. */
  adminByAddress: z.boolean(),
  subscription: Subscription,
  hours: HoursNow,
  preferences: z.pick(Preferences, { preferredTime: true, specialInstructions: true }),
  /** All of their bookings, by status. */
  bookingCounts: z.record(z.enum(bookingStatuses), z.int()),
  /** `average` is `null` before the first. */
  reviews: z.object({ count: z.int(), average: z.nullable(z.number()) }),
});
export type Customer = z.infer<typeof Customer>;

/** What an administrator can have done; every act is written down once, in the transaction that does it. */
export const auditActs = [
  'booking_status_set',
  'booking_rescheduled',
  'booking_message_sent',
  'customer_contacted',
  'bookings_exported',
  'quote_sent',
  'quote_withdrawn',
  'role_changed',
  'conversation_changed',
  'chat_message_sent',
  'canned_reply_added',
  'canned_reply_changed',
  'canned_reply_removed',
  'refund_settled',
  'extra_hours_withdrawn',
  'data_requested',
  'deletion_requested',
  'deletion_taken_back',
  'left_settled',
] as const;

/** What an act is done to. */
export const auditSubjects = [
  'booking',
  'conversation',
  'user',
  'canned_reply',
  'export',
  'calendar',
  'refund',
] as const;

const Named = z.object({ id: Id, name: z.string() });

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actor: Named,
  act: z.enum(auditActs),
  subject: z.object({
    kind: z.enum(auditSubjects),
    id: z.string(),
  }),
  /** The customer whom it concerns. */
  customer: z.nullable(Named),
  /** What it was before and is now: ids, numbers and the names of states. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
