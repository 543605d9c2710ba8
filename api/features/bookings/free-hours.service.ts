import type { Db } from '../../db/database.ts';
import { readBalance, readUses } from '../hours/hours.service.ts';
import { selectHeldMinutes } from './bookings.repository.ts';

/**
 * Minutes that a member's hours have for work that was done at `usedAt`: what the grants hold that served then, and what
 * it uses of them already, but for what their other open bookings hold. Whoever goes by it holds the member's ledger.
 */
export async function freeForWork(
  db: Db,
  { userId, bookingId, usedAt }: { userId: string; bookingId: string; usedAt: string },
): Promise<number> {
  const { remainingMinutes } = await readBalance(db, userId, usedAt);
  const { usedMinutes, overageMinutes } = await readUses(db, bookingId);
  const [held] = await selectHeldMinutes(db, { userId });
  return remainingMinutes + usedMinutes - overageMinutes - Number(held?.minutes ?? 0);
}
