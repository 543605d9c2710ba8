import type { Tx } from '../../db/database.ts';
import { holdLedger } from '../hours/hours.service.ts';
import { endAgreed } from '../past-hours/agreements.service.ts';
import { readFree } from './free-hours.service.ts';
import { clearUnpaid, lockUnpaidOf } from './unpaid.repository.ts';

/**
 * Somebody has a plan: what they booked before it waits no more and holds its hours from now on, the longest first,
 * as far as hours that are free by its visit cover it; what was agreed to of it under an earlier plan ends with that.
 * What they do not cover goes on waiting, and is let go: nobody pays for it.
 * @returns the ids of the bookings that wait no more
 */
export async function planPaid(tx: Tx, userId: string, now: string): Promise<string[]> {
  await holdLedger(tx, userId);
  const waiting = await lockUnpaidOf(tx, userId);
  if (!waiting.length) return [];
  const free = await readFree(tx, { userId, now });
  const covered: string[] = [];
  for (const { id, estimated_minutes: minutes, scheduled_date: at } of waiting) {
    if (minutes > free.at(at)) continue;
    free.hold({ at, minutes });
    covered.push(id);
  }
  await clearUnpaid(tx, covered, now);
  await endAgreed(tx, covered, now);
  return covered;
}
