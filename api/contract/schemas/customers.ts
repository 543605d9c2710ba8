import * as z from 'zod/mini';
import { bookingStatuses } from './bookings.ts';
import { HoursNow } from './hours.ts';
import { Preferences, roles, User } from './people.ts';
import { Id, Instant, PlanIdOrNone } from './primitives.ts';
import { Subscription } from './subscription.ts';

/** A list counts open bookings up to this number. */
export const mostOpenCounted = 99;

/** One person in the team's list of people. */
export const CustomerLine = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the sign-in provider vouches for the address; the name is the person's own in any case. */
  emailVerified: z.boolean(),
  role: z.enum(roles),
  /** The role in the team; `null` for a customer. */
  team: z.nullable(z.object({ id: z.string(), name: z.string() })),
  createdAt: Instant,
  subscriptionTier: PlanIdOrNone,
  /** Whether a payment of the plan, or of work past its hours, is owed after it failed. */
  paymentFailed: z.boolean(),
  /** Open bookings, counted up to `mostOpenCounted` plus one; left out, like the last one, without `bookings.read`. */
  openBookings: z.optional(z.int()),
  lastBooking: z.optional(
    z.nullable(z.object({ id: Id, status: z.enum(bookingStatuses), createdAt: Instant })),
  ),
});
export type CustomerLine = z.infer<typeof CustomerLine>;

/**
 * The team's view of one person: identity, plan, hours, preferences, and numbers of bookings. Parts that another
 * permission protects are left out for a reader without it.
 */
export const Customer = z.extend(User, {
  createdAt: Instant,
  /** Whether the sign-in provider vouches for the address; the name is the person's own in any case. */
  emailVerified: z.boolean(),
  /** Whether signing in makes the person an administrator by their address, whatever the team chooses. */
  adminByAddress: z.boolean(),
  /** The role in the team; `null` for a customer. */
  team: z.nullable(z.object({ id: z.string(), name: z.string() })),
  subscription: Subscription,
  hours: HoursNow,
  /** For visits; with `bookings.read`, like the counts and reviews. */
  preferences: z.optional(z.pick(Preferences, { preferredTime: true, specialInstructions: true })),
  /** The person's bookings, counted by status. */
  bookingCounts: z.optional(z.record(z.enum(bookingStatuses), z.int())),
  /** `average` is `null` before the first review. */
  reviews: z.optional(z.object({ count: z.int(), average: z.nullable(z.number()) })),
  /** Work past the plan's hours that the card has not paid; left out without any, and without `money.read`. */
  owedWork: z.optional(
    z.object({
      /** The sum and the number of all items. */
      amountCents: z.int(),
      count: z.int(),
      /** The few that have been owed longest. */
      items: z.array(
        z.object({ bookingId: Id, service: z.string(), hours: z.number(), amountCents: z.int() }),
      ),
    }),
  ),
  /** Unused hours that refunds of the plan's invoices have taken; left out without any, and without `money.read`. */
  refundedHours: z.optional(
    z.array(z.object({ invoiceId: z.string(), description: z.string(), hours: z.number() })),
  ),
});
export type Customer = z.infer<typeof Customer>;

/** The acts of administrators. Each act is recorded once, in its own transaction. */
export const auditActs = [
  'booking_status_set',
  'booking_rescheduled',
  'booking_message_sent',
  'booking_answer_waived',
  'customer_contacted',
  'bookings_exported',
  'quote_sent',
  'quote_withdrawn',
  'role_changed',
  'role_added',
  'role_edited',
  'role_removed',
  'team_invited',
  'invitation_revoked',
  'conversation_changed',
  'chat_message_sent',
  'canned_reply_added',
  'canned_reply_changed',
  'canned_reply_removed',
  'refund_settled',
  'hours_given_back',
  'charge_refunded',
  'hours_given',
  'extra_hours_withdrawn',
  'data_requested',
  'deletion_requested',
  'deletion_taken_back',
  'left_settled',
  'unclear_settled',
  'business_changed',
  'texts_changed',
  'look_changed',
  'service_added',
  'service_edited',
  'service_drafted',
  'service_draft_dropped',
  'category_added',
  'category_edited',
  'category_drafted',
  'category_draft_dropped',
  'offer_planned',
  'offer_published',
  'offer_ordered',
  'plan_added',
  'plan_edited',
  'plan_dropped',
  'plan_marked',
  'plans_ordered',
  'plan_scheduled',
  'plan_unscheduled',
  'plan_published',
  'worker_added',
  'worker_changed',
  'worker_invited',
  'worker_leave_set',
  'worker_leave_removed',
  'visit_assigned',
  'times_changed',
] as const;

/** The kinds of thing that an act changes. */
export const auditSubjects = [
  'booking',
  'conversation',
  'user',
  'canned_reply',
  'export',
  'calendar',
  'refund',
  'role',
  'invitation',
  'business',
  'texts',
  'look',
  'service',
  'category',
  'offer',
  'plan',
  'worker',
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
  /** The customer concerned. */
  customer: z.nullable(Named),
  /** The values before and after: ids, numbers, names of states, and the texts of the business itself. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
