import * as z from 'zod/mini';
import { planTiers } from './plans.ts';

/** What a visit with a plan would take now, by the code that books. */
export const BookingTerms = z.object({
  takesHours: z.number(),
  /** Hours that the visit can still have: what open bookings hold is left out, and what has expired by then. */
  freeHours: z.number(),
  /** Hours that are free now, and have expired by the visit. */
  expiringHours: z.number(),
  /** What the free ones do not cover; 0 for whoever has no plan yet and pays for one next, unless that would not reach. */
  missingHours: z.number(),
  /** The missing part paid by card once the work is done; `null` where nothing is missing, or that is not offered. */
  past: z.nullable(
    z.object({
      amountCents: z.int(),
      /** Of an hour, by the plan that runs. */
      hourCents: z.int(),
      tier: z.enum(planTiers),
    }),
  ),
  /** Why it is not offered to this member just now: a payment of theirs is open. `null` for all others. */
  owed: z.nullable(z.enum(['work', 'renewal'])),
  /** The next plan up for whoever may change theirs; its price and its hours now: `previewSubscription`. */
  nextTier: z.nullable(z.enum(planTiers)),
  /**
   * Until when the hours of a plan that is begun now serve: only for somebody without a plan, and only where the visit
   * is later, so that nobody pays for a plan that would not cover it.
   */
  planServesUntil: z.optional(z.iso.datetime()),
  /** What it costs by card alone; `null` where it is not sold so. */
  cardCents: z.nullable(z.int()),
});
export type BookingTerms = z.infer<typeof BookingTerms>;

/** What a member agreed to pay for hours past their plan's: as it was shown, or nothing is booked. */
export const PastAgreed = z.object({ missingHours: z.number(), amountCents: z.int() });
export type PastAgreed = z.infer<typeof PastAgreed>;
