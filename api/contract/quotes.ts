import * as z from 'zod/mini';
import { BookingTerms } from './booking-terms.ts';
import { planTiers } from './plans.ts';
import { requestStates } from './quote-terms.ts';

const Id = z.uuid();
const Instant = z.iso.datetime();

/** The team's answer to a custom request. */
export const Quote = z.object({
  id: Id,
  /** A price that is paid by card, or hours of the customer's plan. */
  kind: z.enum(['price', 'hours']),
  amountCents: z.nullable(z.int()),
  hours: z.nullable(z.number()),
  /** The time that the team proposes; `null` where the one that was asked for stands. */
  scheduledDate: z.nullable(Instant),
  message: z.nullable(z.string()),
  /** Only an open one can be accepted. */
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']),
  expiresAt: Instant,
  createdAt: Instant,
});
export type Quote = z.infer<typeof Quote>;

/** The same, as its customer has it. */
export const OwnQuote = z.extend(Quote, {
  /** Of an open one that asks for hours, what accepting it takes; `null` where there is no plan to use. */
  terms: z.nullable(BookingTerms),
});
export type OwnQuote = z.infer<typeof OwnQuote>;

/** A custom request as the team sees it; its id is its booking's. */
export const CustomRequest = z.object({
  id: Id,
  /**
   * `waiting` for the team; `answered`, so that its customer decides, also once the quote has expired; `settled`:
   * accepted, declined, called off, or taken on without a quote.
   */
  state: z.enum(requestStates),
  bookingStatus: z.enum(['pending', 'scheduled', 'in_progress', 'completed', 'cancelled']),
  /** Whether the team may still answer. */
  mayQuote: z.boolean(),
  createdAt: Instant,
  /** Two hours later: by then it is to be answered. */
  answerBy: Instant,
  /** When it first was. */
  answeredAt: z.nullable(Instant),
  serviceName: z.string(),
  description: z.string(),
  priority: z.enum(['standard', 'urgent', 'emergency']),
  location: z.string(),
  contactInfo: z.string(),
  /** The time that the customer wishes. */
  wantedDate: z.nullable(Instant),
  /** When it is planned for now. */
  scheduledDate: z.nullable(Instant),
  estimatedHours: z.number(),
  notes: z.nullable(z.string()),
  customer: z.object({
    id: Id,
    name: z.string(),
    email: z.string(),
    tier: z.enum([...planTiers, 'none']),
    /** Hours that can still be booked now. */
    remainingHours: z.number(),
  }),
  quote: z.nullable(Quote),
});
export type CustomRequest = z.infer<typeof CustomRequest>;

/** How many there are of each state, up to `most`. */
export const RequestCounts = z.object({
  waiting: z.int(),
  answered: z.int(),
  settled: z.int(),
  most: z.int(),
});
export type RequestCounts = z.infer<typeof RequestCounts>;
