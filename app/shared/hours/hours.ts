import type { User } from '../../../api/contract/schemas/people.ts';

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
}: Pick<User, 'usedHours' | 'monthlyHours' | 'heldHours' | 'remainingHours'>): number {
  if (remainingHours === 0) return 0;
  const leftThisMonth = Math.max(0, monthlyHours - Number(usedHours));
  return Math.max(0, Math.round((remainingHours + heldHours - leftThisMonth) * 100) / 100);
}
