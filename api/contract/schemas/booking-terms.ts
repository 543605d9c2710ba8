import * as z from 'zod/mini';
import { Instant, PlanId } from './primitives.ts';

/** The terms of a visit with a plan now, from the same code that books. */
export const BookingTerms = z.object({
  takesHours: z.number(),
  /** Hours available to the visit, without hours held by open bookings and hours that expire before the visit. */
  freeHours: z.number(),
  /** Hours that are free now but expire before the visit. */
  expiringHours: z.number(),
  /**
   * Hours that the free ones do not cover. For a member without a plan, who pays for one next, it is 0 unless the
   * new plan would not reach.
   */
  missingHours: z.number(),
  /**
   * The card payment for the missing hours, due once the work is done; `null` if no hours are missing or this is not
   * offered.
   */
  past: z.nullable(
    z.object({
      amountCents: z.int(),
      /** The price of an hour of the dearest plan of the period, and that plan. */
      hourCents: z.int(),
      tier: PlanId,
    }),
  ),
  /**
   * The reason why the card payment is not offered to this member now: an open payment of theirs. `null` for all
   * others.
   */
  owed: z.nullable(z.enum(['work', 'renewal'])),
  /** The next larger plan, if the member may change plans; for its price and hours see `previewSubscription`. */
  nextTier: z.nullable(PlanId),
  /**
   * The last time covered by the hours of a plan begun now. Present only for a member without a plan, and only if
   * the visit is later, so that nobody pays for a plan that would not cover it.
   */
  planServesUntil: z.optional(Instant),
  /** The full price by card; `null` if the service is not sold by card. */
  cardCents: z.nullable(z.int()),
});
export type BookingTerms = z.infer<typeof BookingTerms>;

/**
 * The sum and hours that a member agreed to pay past the plan's hours. If they differ from the present terms,
 * nothing is booked.
 */
export const OverageAgreed = z.object({ missingHours: z.number(), amountCents: z.int() });
export type OverageAgreed = z.infer<typeof OverageAgreed>;
