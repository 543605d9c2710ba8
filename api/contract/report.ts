import * as z from 'zod/mini';
import { bookingStatuses, Id, Instant } from './entities.ts';

/** A month of the business's calendar, such as 2026-11. */
export const reportMonth = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Name a month such as 2026-11'));

/** Where money comes from; what is paid for a custom request's quote is no one-time booking of the catalogue. */
export const revenueSources = ['plans', 'one_time', 'quotes'] as const;
export type RevenueSource = (typeof revenueSources)[number];

/** How long somebody waited for the team's first answer, in minutes; the last step has no end. */
export const waitSteps = [30, 120, 480, 1440, null] as const;

/** How long people waited for the team's first answer, in the month in which they began to. */
export const Responses = z.object({
  /** Who began to wait in the month. */
  asked: z.int(),
  answered: z.int(),
  /** The wait that half of them stayed under; `null` where nobody has been answered. */
  medianMinutes: z.nullable(z.number()),
  /** Of those who were answered: a count for each of `waitSteps`. */
  waits: z.array(z.int()),
});
export type Responses = z.infer<typeof Responses>;

/** What a month came to. */
export const Report = z.object({
  month: reportMonth,
  /** Its beginning and its end, where the business is. */
  from: Instant,
  to: Instant,
  /** What was paid within the month, and how much of that has been given back until now. */
  revenue: z.array(
    z.object({
      source: z.enum(revenueSources),
      payments: z.int(),
      paidCents: z.int(),
      refundedCents: z.int(),
    }),
  ),
  /** As they were entered in the members' ledgers. */
  hours: z.object({
    granted: z.number(),
    /** Corrections taken off. */
    used: z.number(),
    expired: z.number(),
    /** Used past the balance, less what later hours have covered. */
    overage: z.number(),
  }),
  /** Whose time lies in the month, as they stand now. */
  bookings: z.object({
    byStatus: z.array(z.object({ status: z.enum(bookingStatuses), count: z.int() })),
    byCategory: z.array(
      z.object({ id: Id, name: z.string(), color: z.string(), icon: z.string(), count: z.int() }),
    ),
  }),
  /** Reviews of the month. */
  ratings: z.object({
    average: z.nullable(z.number()),
    /** How many gave one star, two, … five. */
    stars: z.array(z.int()),
  }),
  responses: z.object({
    /** Of booking threads: from the customer's first message on. */
    threads: Responses,
    /**
     * Of custom requests: until the first quote, or until it was declined or taken on without one. Those that were
     * called off unanswered are left out.
     */
    requests: Responses,
    /** Of the live chat: from each message that followed an answer. Those that were closed unanswered are left out. */
    chats: Responses,
  }),
});
export type Report = z.infer<typeof Report>;
