import { Refusal } from '../../../core/refusal.ts';
import type { BookableService } from './catalogue.service.ts';

const hourMs = 3_600_000;
/** Tolerance for slow clocks of phones, and for the time of filling in a form. */
const lateMs = 15 * 60_000;

/** A service's price by card. @throws Refusal `invalid_input` if it is booked with a plan alone */
export function requireCardPrice({ priceCents }: BookableService): number {
  if (priceCents === null) throw otherWay('This service can only be booked with a plan');
  return priceCents;
}

/** @throws Refusal `invalid_input` if the service is booked by card alone */
export function requirePlan({ bookedBy }: BookableService): void {
  if (bookedBy === 'card') throw otherWay('This service can only be booked by card');
}

const otherWay = (message: string) =>
  new Refusal('invalid_input', message, { fields: { serviceId: message } });

/** @throws Refusal `invalid_input` on `field` for a time before the service's notice has passed */
export function requireNotice(
  { noticeHours }: Pick<BookableService, 'noticeHours'>,
  scheduledDate: string,
  now: Date,
  field = 'scheduledDate',
): void {
  if (Date.parse(scheduledDate) >= now.getTime() + noticeHours * hourMs - lateMs) return;
  const hours = noticeHours === 1 ? 'one hour’s' : `${noticeHours} hours’`;
  const message = `This service needs ${hours} notice. Please choose a later time.`;
  throw new Refusal('invalid_input', message, { fields: { [field]: message } });
}

/**
 * Checks that the customer was shown this price by card. A page of an earlier release does not say which price it
 * showed; it showed this one if there was never another.
 * @param price in whole units of the currency
 * @throws Refusal `terms_changed`
 */
export function refuseOtherPrice(
  { priceCents, isAsFirst }: BookableService,
  price: number | undefined,
): void {
  if (price === undefined ? isAsFirst : Math.round(price * 100) === priceCents) return;
  throw changed('The price of this service has changed since you saw it. Nothing was charged.');
}

/** Checks that the customer was shown this length, as with the price. @throws Refusal `terms_changed` */
export function refuseOtherLength(
  { estimatedMinutes, isAsFirst }: BookableService,
  hours: number | undefined,
): void {
  if (hours === undefined ? isAsFirst : Math.round(hours * 60) === estimatedMinutes) return;
  throw changed('This service takes other hours than you saw. Nothing was booked.');
}

const changed = (words: string) => new Refusal('terms_changed', `${words} Please look at it again.`);
