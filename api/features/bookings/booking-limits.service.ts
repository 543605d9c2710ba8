import type { Env } from '../../core/env.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Tx } from '../../db/database.ts';
import { refuseLeaving } from '../account/leaving.service.ts';
import { refuseWithinDay } from '../account/within-day.service.ts';
import { countOpen, lockBooker } from './bookings.repository.ts';

/** What the clocks of phones may be behind, and what filling in a form may take. */
const lateMs = 15 * 60_000;
/** Nobody plans further, and nothing that reads dates has to reckon with more. */
const mostYears = 2;

/** @throws Refusal `invalid_input` of `field` for a time that has passed by more than that, or is too far */
export function requireBookable(scheduledDate: string, now: Date, field = 'scheduledDate'): void {
  if (Date.parse(scheduledDate) < now.getTime() - lateMs)
    throw badTime('Please select a preferred date and time', field);
  requireNear(scheduledDate, now, field);
}

/** @throws Refusal `invalid_input` of `field` for a time that is too far ahead */
export function requireNear(scheduledDate: string, now: Date, field = 'scheduledDate'): void {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + mostYears);
  if (Date.parse(scheduledDate) > last.getTime())
    throw badTime('Please select a date within the next two years', field);
}

/**
 * This person may book so many more beside those that they have; until the transaction ends nobody counts them.
 * @throws Refusal `conflict` where they have as many open as anybody may, or their account is about to be deleted;
 * `too_many_requests` where they have made as many within a day, whatever became of them
 */
export async function requireRoom(
  tx: Tx,
  { OPEN_BOOKINGS: most, BOOKINGS_PER_DAY: perDay }: Pick<Env, 'OPEN_BOOKINGS' | 'BOOKINGS_PER_DAY'>,
  userId: string,
  { more, now }: { more: 0 | 1; now: Date },
): Promise<void> {
  await lockBooker(tx, userId);
  await refuseLeaving(tx, userId);
  if ((await countOpen(tx, userId)) + more > most) {
    const message = `You have ${most} bookings that are still to be done. Please call us to book more.`;
    throw new Refusal('conflict', message);
  }
  await refuseWithinDay(tx, 'bookings', {
    userId,
    most: perDay + 1 - more,
    now,
    message: `You have made ${perDay} bookings within a day, also counting those that you cancelled. Please call us to book more.`,
  });
}

const badTime = (message: string, field: string): Refusal =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });
