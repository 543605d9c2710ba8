import { whyClosed, whyOutside } from '../../../contract/rules/opening.ts';
import type { Env } from '../../../core/env.ts';
import { Refusal } from '../../../core/refusal.ts';
import { visitTime } from '../../../core/wall-clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { refuseLeaving } from '../account/deletion/deletion-state.service.ts';
import { refuseWithinDay } from '../account/within-day/within-day.service.ts';
import { countOpen, lockBooker } from './bookings.repository.ts';

/** Tolerance for slow clocks of phones, and for the time of filling in a form. */
const lateMs = 15 * 60_000;
/** The limit of planning ahead, so that code that reads dates need not handle more. */
const mostYears = 2;

/**
 * @throws Refusal `invalid_input` on `field` for a time that has passed by more than the tolerance, or is too far
 * ahead
 */
export function requireBookable(scheduledDate: string, now: Date, field = 'scheduledDate'): void {
  if (Date.parse(scheduledDate) < now.getTime() - lateMs)
    throw badTime('Please select a preferred date and time', field);
  requireNear(scheduledDate, now, field);
}

/**
 * @param postcode of the place, if it is known
 * @throws Refusal `invalid_input` on `field` for a time at which no visit begins, or on `postalCode`
 */
export function requireOpen(
  deps: Pick<Deps, 'business'>,
  scheduledDate: string,
  { field = 'scheduledDate', postcode = null }: { field?: string; postcode?: string | null } = {},
): void {
  const { opening, timeZone } = deps.business.current();
  const closed = whyClosed(opening, visitTime(scheduledDate, timeZone));
  if (closed) throw badTime(closed, field);
  const outside = whyOutside(opening, postcode);
  if (outside) throw badTime(outside, 'postalCode');
}

/** @throws Refusal `invalid_input` on `field` for a time that is too far ahead */
export function requireNear(scheduledDate: string, now: Date, field = 'scheduledDate'): void {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + mostYears);
  if (Date.parse(scheduledDate) > last.getTime())
    throw badTime('Please select a date within the next two years', field);
}

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

const badTime = (message: string, field: string): Refusal =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });
