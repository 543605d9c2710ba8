import * as z from 'zod/mini';
import { bookingStatuses } from './bookings.ts';
import { Id, Instant } from './primitives.ts';

/** A month of the business's calendar, such as 2026-11. */
export const reportMonth = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Name a month such as 2026-11'));

/** The sources of revenue. A payment for a custom request's quote is not a one-time booking of the catalogue. */
export const revenueSources = ['plans', 'one_time', 'quotes'] as const;
export type RevenueSource = (typeof revenueSources)[number];

/** The steps of the waits for the team's first answer, in minutes; the last step has no end. */
export const waitSteps = [30, 120, 480, 1440, null] as const;

/** Waits for the team's first answer, in the month in which they began. */
export const Responses = z.object({
  /** Waits that began in the month. */
  asked: z.int(),
  answered: z.int(),
  /** The median wait; `null` if nobody has been answered. */
  medianMinutes: z.nullable(z.number()),
  /** The answered waits: a count for each of `waitSteps`. */
  waits: z.array(z.int()),
});
export type Responses = z.infer<typeof Responses>;

/** The report of a month. */
export const Report = z.object({
  month: reportMonth,
  /** The month's beginning and end in the business's zone. */
  from: Instant,
  to: Instant,
  /** Payments of the month, and the part of them refunded until now. */
  revenue: z.array(
    z.object({
      source: z.enum(revenueSources),
      payments: z.int(),
      paidCents: z.int(),
      refundedCents: z.int(),
    }),
  ),
  /** Entries of the month in the members' ledgers. */
  hours: z.object({
    /** Hours of plans. */
    granted: z.number(),
    /** Hours that the team gave. */
    given: z.number(),
    /** Hours used, less corrections. */
    used: z.number(),
    expired: z.number(),
    /** Hours frozen by disputes or taken by refunds, less those that came back. */
    withdrawn: z.number(),
    /** Hours used past the balance, less those covered by later hours. */
    overage: z.number(),
  }),
  /** Bookings whose time lies in the month, by their present status. */
  bookings: z.object({
    byStatus: z.array(z.object({ status: z.enum(bookingStatuses), count: z.int() })),
    byCategory: z.array(
      z.object({ id: Id, name: z.string(), color: z.string(), icon: z.string(), count: z.int() }),
    ),
  }),
  /** Reviews of the month. */
  ratings: z.object({
    average: z.nullable(z.number()),
    /** Counts of one star, two, … five. */
    stars: z.array(z.int()),
  }),
  responses: z.object({
    /** Waits in bookings' threads, from the customer's first message. */
    threads: Responses,
    /**
     * Waits of custom requests: until the first quote, or until the request was declined or taken on without one.
     * Requests cancelled unanswered are left out.
     */
    requests: Responses,
    /** Waits in the live chat, from each message after an answer. Conversations closed unanswered are left out. */
    chats: Responses,
  }),
});
export type Report = z.infer<typeof Report>;
