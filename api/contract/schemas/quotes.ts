import * as z from 'zod/mini';
import { requestStates } from '../rules/quote-terms.ts';
import { BookingTerms } from './booking-terms.ts';
import { ListedCustomer } from './people.ts';
import { Id, Instant, PlanIdOrNone } from './primitives.ts';

/** The team's answer to a custom request. */
export const Quote = z.object({
  id: Id,
  /** A price paid by card, or hours of the customer's plan. */
  kind: z.enum(['price', 'hours']),
  amountCents: z.nullable(z.int()),
  hours: z.nullable(z.number()),
  /** The time that the team proposes; `null` if the customer's own time stands. */
  scheduledDate: z.nullable(Instant),
  /** The proposed time is a free one, looked for when the quote is accepted; left out for all others. */
  isSlot: z.optional(z.literal(true)),
  /** The length of its arrival window; left out for all others. */
  windowMinutes: z.optional(z.int()),
  message: z.nullable(z.string()),
  /** Only an open quote can be accepted. */
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']),
  expiresAt: Instant,
  createdAt: Instant,
});
export type Quote = z.infer<typeof Quote>;

/** A quote as its customer sees it. */
export const OwnQuote = z.extend(Quote, {
  /** The terms of accepting an open quote in hours; `null` without a plan to use. */
  terms: z.nullable(BookingTerms),
});
export type OwnQuote = z.infer<typeof OwnQuote>;

/** A custom request as the team sees it; it has its booking's id. */
export const CustomRequest = z.object({
  id: Id,
  /**
   * `waiting`: for the team. `answered`: the customer decides, also after the quote has expired. `settled`:
   * accepted, declined, cancelled, or taken on without a quote.
   */
  state: z.enum(requestStates),
  bookingStatus: z.enum(['pending', 'scheduled', 'in_progress', 'completed', 'cancelled']),
  /** Whether the team may still answer. */
  mayQuote: z.boolean(),
  createdAt: Instant,
  /** The promised time of the answer, two hours after the request. */
  answerBy: Instant,
  /** The time of the first answer. */
  answeredAt: z.nullable(Instant),
  serviceName: z.string(),
  description: z.string(),
  priority: z.enum(['standard', 'urgent', 'emergency']),
  location: z.string(),
  contactInfo: z.string(),
  /** The customer's wished time. */
  wantedDate: z.nullable(Instant),
  /** The time planned now. */
  scheduledDate: z.nullable(Instant),
  estimatedHours: z.number(),
  notes: z.nullable(z.string()),
  customer: z.extend(ListedCustomer, {
    tier: PlanIdOrNone,
    /** Hours that the customer can book now. */
    remainingHours: z.number(),
    /** Whether their plan puts them before others. */
    hasPriority: z.boolean(),
  }),
  quote: z.nullable(Quote),
});
export type CustomRequest = z.infer<typeof CustomRequest>;

/** Counts of each state, up to `most`. */
export const RequestCounts = z.object({
  waiting: z.int(),
  answered: z.int(),
  settled: z.int(),
  most: z.int(),
});
export type RequestCounts = z.infer<typeof RequestCounts>;
