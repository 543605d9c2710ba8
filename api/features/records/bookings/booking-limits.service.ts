import type { Env } from '../../../core/env.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { refuseLeaving } from '../account/deletion/deletion-state.service.ts';
import { refuseWithinDay } from '../account/within-day/within-day.service.ts';
import { countOpen, lockBooker } from './bookings.repository.ts';

/**
 * Requires that this person may make so many more bookings, and locks their count until the transaction ends.
 * @throws Refusal `conflict` if they have the most open bookings allowed, or their account is to be deleted;
 * `too_many_requests` if they have made the most bookings allowed within a day, including cancelled ones
 */
export async function requireRoom(
  db: Tx,
  { OPEN_BOOKINGS: most, BOOKINGS_PER_DAY: perDay }: Pick<Env, 'OPEN_BOOKINGS' | 'BOOKINGS_PER_DAY'>,
  userId: string,
  { more, now }: { more: 0 | 1; now: Date },
): Promise<void> {
  await lockBooker(db, userId);
  await refuseLeaving(db, userId);
  if ((await countOpen(db, userId)) + more > most) {
    const message = `You have ${most} bookings that are still to be done. Please call us to book more.`;
    throw new Refusal('conflict', message);
  }
  await refuseWithinDay(db, 'bookings', {
    userId,
    most: perDay + 1 - more,
    now,
    message: `You have made ${perDay} bookings within a day, also counting those that you cancelled. Please call us to book more.`,
  });
}
