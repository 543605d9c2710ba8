import type { Db } from '../../../../db/database.ts';
import { readBalance, readServing } from '../hours.service.ts';
import { firstToExpire, type Hold, minutesFreeAt, type Serving } from './free.rules.ts';
import { selectHeldMinutes, selectHeldMinutesOf, selectHolds } from './held.repository.ts';

/**
 * The member's free hours for visits, by their time. A caller that relies on the result holds the member's ledger.
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

/** The hours of the grants valid at an instant, without those held by open bookings; negative if more is held. */
export async function readUnheld(db: Db, userId: string, at: string): Promise<number> {
  const { remainingMinutes } = await readBalance(db, userId, at);
  return remainingMinutes - (await readHeldMinutes(db, userId));
}

/** The minutes that open bookings hold, and the first free ones to expire; `null` if none of the free ones expire. */
export async function readHeldAndExpiring(
  db: Db,
  userId: string,
  now: string,
): Promise<{ heldMinutes: number; expiring: Serving | null }> {
  const serving = await readServing(db, userId, now);
  const holds = (await selectHolds(db, { userId })).map(({ scheduled_date, minutes }) => ({
    at: scheduled_date,
    minutes: Number(minutes),
  }));
  const heldMinutes = holds.reduce((sum, { minutes }) => sum + minutes, 0);
  return { heldMinutes, expiring: firstToExpire(serving, holds, now) };
}

/** Minutes of the plan that this person's open bookings hold. */
export async function readHeldMinutes(db: Db, userId: string): Promise<number> {
  const [held] = await selectHeldMinutes(db, { userId });
  return Number(held?.minutes ?? 0);
}

/** The same without those of one booking. */
export async function readHeldByOthers(db: Db, userId: string, bookingId: string): Promise<number> {
  const holds = await selectHolds(db, { userId });
  return holds.reduce((sum, { id, minutes }) => (id === bookingId ? sum : sum + Number(minutes)), 0);
}

/** The same for several people; a person without any is left out. */
export async function readHeldMinutesOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = userIds.length ? await selectHeldMinutesOf(db, userIds) : [];
  return new Map(rows.map((row) => [row.user_id, Number(row.minutes)]));
}
