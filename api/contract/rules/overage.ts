import { type PlanTier, plans, planTiers } from './plans.ts';

// Kept apart from the schemas because forms compute with the server's own rules without loading a validator.

/** The price of an hour past a plan's, in cents: the plan's price divided by its hours, rounded. */
export const hourCents = (tier: PlanTier): number => Math.round(plans[tier].priceCents / plans[tier].hours);

/** The price of so many minutes at an hourly price, in cents. */
export const centsOf = (hourCents: number, minutes: number): number => Math.round((hourCents * minutes) / 60);

/** The plan whose hour has the highest price; a larger plan's hour is not always cheaper. */
export const dearestTier = (tiers: readonly [PlanTier, ...PlanTier[]]): PlanTier =>
  tiers.reduce((dearest, tier) => (hourCents(tier) > hourCents(dearest) ? tier : dearest));

/** The minutes of work that the free minutes do not cover. */
export const missingMinutes = (freeMinutes: number, takesMinutes: number): number =>
  Math.max(0, takesMinutes - Math.max(0, freeMinutes));

/** The next larger plan; `null` above the largest. */
export const nextTier = (tier: PlanTier): PlanTier | null => planTiers[planTiers.indexOf(tier) + 1] ?? null;

/**
 * The minutes of done work that are paid by card: those that no hours cover, at most the agreed ones. Hours held by
 * other open bookings do not count as cover; hours granted since the booking do.
 */
export const paidMinutes = (
  agreed: number,
  { freeMinutes, actualMinutes }: { freeMinutes: number; actualMinutes: number },
): number => Math.min(agreed, missingMinutes(freeMinutes, actualMinutes));
