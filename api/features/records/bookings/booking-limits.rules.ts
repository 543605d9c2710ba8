import { whyClosed, whyOutside } from '../../../contract/rules/business/opening.ts';
import type { BusinessFacts } from '../../../core/business.ts';
import { Refusal } from '../../../core/refusal.ts';
import { sameTime, visitTime } from '../../../core/wall-clock.ts';

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
 * @throws Refusal `invalid_input` on `field` for a time at which no visit begins, or on `place` for a postcode outside of
 * the area
 */
export function requireOpen(
  { opening, timeZone }: Pick<BusinessFacts, 'opening' | 'timeZone'>,
  scheduledDate: string,
  {
    field = 'scheduledDate',
    postcode = null,
    place = 'postalCode',
  }: { field?: string; postcode?: string | null; place?: string } = {},
): void {
  const closed = whyClosed(opening, visitTime(scheduledDate, timeZone));
  if (closed) throw badTime(closed, field);
  const outside = whyOutside(opening, postcode);
  if (outside) throw badTime(outside, place);
}

/** @throws Refusal `invalid_input` on `field` for a time that is too far ahead */
export function requireNear(scheduledDate: string, now: Date, field = 'scheduledDate'): void {
  if (Date.parse(scheduledDate) > Date.parse(sameTime(now, { months: 12 * mostYears }, 'UTC')))
    throw badTime('Please select a date within the next two years', field);
}

/** The refusal of a booking's time. */
export const badTime = (message: string, field = 'scheduledDate'): Refusal =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });
