import type { User } from '../../api/contract/entities.ts';

/** Hours of earlier months that can still be booked, beyond what this month's own leave; 0 where there are none. */
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
