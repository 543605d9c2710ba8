import { type PlanTier, plans, planTiers } from './plans.ts';

// Apart from the schemas: the form reckons by what the server enforces, and loads no validator for it.

/** What an hour past a plan's costs, in cents: the plan's price over its hours, to the cent. */
export const hourCents = (tier: PlanTier): number => Math.round(plans[tier].priceCents / plans[tier].hours);

/** What so many minutes cost at so much an hour, in cents. */
export const centsOf = (hourCents: number, minutes: number): number => Math.round((hourCents * minutes) / 60);

/** What so many minutes past a plan's hours cost, in cents. */
export const pastCents = (tier: PlanTier, minutes: number): number => centsOf(hourCents(tier), minutes);

/** How much of work that takes so many minutes the free ones do not cover. */
export const missingMinutes = (freeMinutes: number, takesMinutes: number): number =>
  Math.max(0, takesMinutes - Math.max(0, freeMinutes));

/** The next plan up; `null` above the dearest. */
export const nextTier = (tier: PlanTier): PlanTier | null => planTiers[planTiers.indexOf(tier) + 1] ?? null;

/**
 * How much of done work is paid by card, in minutes: what no hours cover, at most what was agreed to. Hours that other
 * open bookings hold are not this one's to use; those that came since the booking are.
 */
export const paidMinutes = (
  agreed: number,
  { freeMinutes, actualMinutes }: { freeMinutes: number; actualMinutes: number },
): number => Math.min(agreed, missingMinutes(freeMinutes, actualMinutes));
