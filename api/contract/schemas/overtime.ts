import * as z from 'zod/mini';
import { Id, Instant, PlanId } from './primitives.ts';

/** The terms of agreeing to more hours now, from the same code that takes them. */
export const OvertimeTerms = z.object({
  /** The member's hours that nothing else holds. */
  planHours: z.number(),
  /** Hours beyond those, paid by card at the price of an hour in `past`. */
  cardHours: z.number(),
  /**
   * The card payment; `null` if no hours are missing, or if hours past the plan's are not sold. In the second case
   * the member cannot agree now.
   */
  past: z.nullable(
    z.object({
      /** The amount added. */
      amountCents: z.int(),
      /** The price of an hour of the dearest plan of the period, and that plan. */
      hourCents: z.int(),
      tier: PlanId,
      /** The amount charged before for the same work. It is refunded, and one payment of both replaces it. */
      beforeCents: z.int(),
    }),
  ),
  /** The reason why no hours are sold to this member now: an open payment of theirs. `null` for all others. */
  owed: z.nullable(z.enum(['work', 'renewal'])),
});
export type OvertimeTerms = z.infer<typeof OvertimeTerms>;

/** Hours of done work past its estimate that the customer is asked to agree to. */
export const OvertimeHours = z.object({
  id: Id,
  hours: z.number(),
  /** The team's reason, for the customer. */
  reason: z.string(),
  askedAt: Instant,
  /** The end of the time to answer. The server always sends it; an answer stored on a device by an earlier release lacks it. */
  answerBy: z.optional(Instant),
  /**
   * The estimate stands until the customer agrees. `lapsed`: the customer did not answer in time. A withdrawn question
   * is not shown.
   */
  state: z.enum(['waiting', 'agreed', 'declined', 'lapsed']),
  settledAt: z.nullable(Instant),
  /** Present while the question waits. */
  terms: z.nullable(OvertimeTerms),
});
export type OvertimeHours = z.infer<typeof OvertimeHours>;
