import type { User } from '../../../api/contract/schemas/people.ts';

export type Hours = Pick<
  User,
  'usedHours' | 'monthlyHours' | 'heldHours' | 'remainingHours' | 'subscriptionTier'
>;

/** The rest of the month's own hours, to one decimal (spec §9); never below 0. */
export const remainingThisMonth = ({
  usedHours,
  monthlyHours,
}: Pick<Hours, 'usedHours' | 'monthlyHours'>): string =>
  Math.max(0, monthlyHours - Number(usedHours)).toFixed(1);

/**
 * Hours of earlier months that came into this month, used since or not; they are used first. Together with the
 * month's own hours, less the used ones, they are the free and the held hours. 0 if the hours cannot be booked any
 * more.
 */
export function rolledOverHours({
  usedHours,
  monthlyHours,
  heldHours,
  remainingHours,
}: Omit<Hours, 'subscriptionTier'>): number {
  if (remainingHours === 0) return 0;
  const leftThisMonth = Math.max(0, monthlyHours - Number(usedHours));
  return Math.max(0, Math.round((remainingHours + heldHours - leftThisMonth) * 100) / 100);
}

/** Whether the person has hours, or a plan that brings them. */
export const hasHours = ({ subscriptionTier, remainingHours, heldHours }: Hours): boolean =>
  subscriptionTier !== 'none' || remainingHours > 0 || heldHours > 0;

/** The used and the held part of all hours, from 0 to 1, the free hours, and all of it in words. */
export function partsOf({ usedHours, heldHours, remainingHours }: Hours) {
  const whole = Number(usedHours) + heldHours + remainingHours || 1;
  return {
    used: Number(usedHours) / whole,
    held: heldHours / whole,
    free: remainingHours,
    words: `${remainingHours} hours free to book, ${heldHours} held by bookings, ${usedHours} used this month`,
  };
}
