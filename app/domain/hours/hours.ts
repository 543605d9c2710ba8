import type { User } from '../../../api/contract/entities.ts';

/**
 * Hours of earlier months that came into this one, used since or not; they are used first. With the month's own, less
 * what was used, they are what can be booked and what is held. 0 where nothing can be booked any more.
 */
export function rolledOverHours({
  usedHours,
  monthlyHours,
  heldHours,
  remainingHours,
}: Pick<User, 'usedHours' | 'monthlyHours' | 'heldHours' | 'remainingHours'>): number {
  if (remainingHours === 0) return 0;
  const own = Math.max(0, monthlyHours - Number(usedHours));
  return Math.max(0, Math.round((remainingHours + heldHours - own) * 100) / 100);
}
