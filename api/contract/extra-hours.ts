import * as z from 'zod/mini';
import { planTiers } from './plans.ts';

const Id = z.uuid();
const Instant = z.iso.datetime();

/** What agreeing to more hours takes now, by the code that takes it. */
export const ExtraTerms = z.object({
  /** Of the member's hours, those that nothing else holds. */
  planHours: z.number(),
  /** What they do not cover: paid by card, at the plan's own price of an hour. */
  cardHours: z.number(),
  /** Where that is nothing, or nothing is sold past the hours, `null`: in the second case nobody can agree to it now. */
  past: z.nullable(
    z.object({
      /** What is paid on top. */
      amountCents: z.int(),
      hourCents: z.int(),
      tier: z.enum(planTiers),
      /** Charged for the same work before: that goes back, and one payment of both takes its place. */
      beforeCents: z.int(),
    }),
  ),
  /** Why nothing is sold to this member just now: a payment of theirs is open. `null` for all others. */
  owed: z.nullable(z.enum(['work', 'renewal'])),
});
export type ExtraTerms = z.infer<typeof ExtraTerms>;

/** Hours that done work took past its estimate, and that its customer is asked to agree to. */
export const ExtraHours = z.object({
  id: Id,
  hours: z.number(),
  /** The team's, for its customer. */
  reason: z.string(),
  askedAt: Instant,
  /** Until it is agreed to the estimate stands; a question that was withdrawn is no more. */
  state: z.enum(['waiting', 'agreed', 'declined']),
  settledAt: z.nullable(Instant),
  /** While it waits. */
  terms: z.nullable(ExtraTerms),
});
export type ExtraHours = z.infer<typeof ExtraHours>;
