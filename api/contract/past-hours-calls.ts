import * as z from 'zod/mini';
import { call, one } from './call.ts';
import { Id } from './entities.ts';
import { paths } from './paths.ts';
import { planTiers } from './plans.ts';

/** What booking a service with a plan would take now, by the code that books. */
export const BookingTerms = z.object({
  takesHours: z.number(),
  /** Hours that can still be booked: what open bookings hold is left out. */
  freeHours: z.number(),
  /** What they do not cover; 0 for whoever has no plan yet and pays for one next. */
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
  /** The next plan up for whoever may change theirs; its price and its hours now: `previewSubscription`. */
  nextTier: z.nullable(z.enum(planTiers)),
  /** What the service costs by card alone; `null` where it is not sold one by one. */
  cardCents: z.nullable(z.int()),
});
export type BookingTerms = z.infer<typeof BookingTerms>;

/** What a member agreed to pay for hours past their plan's: as it was shown, or nothing is booked. */
export const PastAgreed = z.object({ missingHours: z.number(), amountCents: z.int() });
export type PastAgreed = z.infer<typeof PastAgreed>;

export const pastHoursCalls = {
  readBookingTerms: call({
    ...paths.readBookingTerms,
    summary: 'What a booking with my plan would take, what is missing, and what that costs',
    query: z.object({ serviceId: Id }),
    answer: BookingTerms,
    errors: ['not_found'],
  }),
  payPastHours: call({
    ...paths.payPastHours,
    cost: 'provider',
    summary: 'Pays work past my hours that my card refused, with the card that pays my plan',
    params: one,
    /** Where the bank asks, the secret with which the browser answers it. */
    answer: z.object({ clientSecret: z.nullable(z.string()) }),
    errors: ['not_found', 'payment_incomplete', 'payment_unavailable'],
  }),
} as const;
