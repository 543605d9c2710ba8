import type { Tx } from '../../db/database.ts';
import { holdLedger, readBalance } from '../hours/hours.service.ts';
import { selectHeldMinutes } from './bookings.repository.ts';
import { clearUnpaid, selectUnpaidOf } from './unpaid.repository.ts';

/**
 * Somebody has a plan: what they booked before it waits no more and holds its hours from now on, the longest first,
 * as far as their free hours cover it. What they do not cover goes on waiting, and is let go: nobody pays for it.
 * @returns the ids of the bookings that wait no more
 */
export async function planPaid(tx: Tx, userId: string, now: string): Promise<string[]> {
  await holdLedger(tx, userId);
  const waiting = await selectUnpaidOf(tx, userId);
  if (!waiting.length) return [];
  const { remainingMinutes } = await readBalance(tx, userId, now);
  const [held] = await selectHeldMinutes(tx, { userId });
  let freeMinutes = remainingMinutes - Number(held?.minutes ?? 0);
  const covered: string[] = [];
  for (const { id, estimated_minutes } of waiting) {
    if (estimated_minutes > freeMinutes) continue;
    freeMinutes -= estimated_minutes;
    covered.push(id);
  }
  await clearUnpaid(tx, covered, now);
  return covered;
}
