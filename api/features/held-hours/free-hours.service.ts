import type { Db } from '../../db/database.ts';
import { readBalance, readServing, readUses } from '../hours/hours.service.ts';
import { type Hold, minutesFreeAt } from './free.policy.ts';
import { selectHeldMinutes, selectHolds } from './holds.repository.ts';

/**
 * What a member's hours leave free for visits, by when they are to be. Whoever goes by it holds the member's ledger.
 * @param exceptId a booking whose own hold is left out
 */
export async function readFree(
  db: Db,
  { userId, now, exceptId }: { userId: string; now: string; exceptId?: string },
): Promise<{ hasHours: boolean; at: (visit: string | null) => number; hold: (more: Hold) => void }> {
  const serving = await readServing(db, userId, now);
  const rows = serving.length ? await selectHolds(db, { userId }) : [];
  const holds: Hold[] = rows
    .filter(({ id }) => id !== exceptId)
    .map(({ scheduled_date, minutes }) => ({ at: scheduled_date, minutes }));
  return {
    hasHours: serving.length > 0,
    at: (visit) => minutesFreeAt(serving, holds, { now, at: visit ?? now }),
    hold: (more) => void holds.push(more),
  };
}

/**
 * Minutes that a member's hours have for work that was done at `usedAt`: what the grants hold that served then, and what
 * it uses of them already, but for what their other open bookings hold. Whoever goes by it holds the member's ledger.
 */
export async function freeForWork(
  db: Db,
  { userId, bookingId, usedAt }: { userId: string; bookingId: string; usedAt: string },
): Promise<number> {
  const { usedMinutes, overageMinutes } = await readUses(db, bookingId);
  return (await readUnheld(db, userId, usedAt)) + usedMinutes - overageMinutes;
}

/** What the grants hold that serve at an instant, but for what open bookings hold; less than nothing where they hold more. */
export async function readUnheld(db: Db, userId: string, at: string): Promise<number> {
  const { remainingMinutes } = await readBalance(db, userId, at);
  const [held] = await selectHeldMinutes(db, { userId });
  return remainingMinutes - Number(held?.minutes ?? 0);
}
