import type { BookingChanges, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { formatMoney } from '../../lib/money.ts';
import { daysLater } from '../../lib/time/calendar-days.ts';
import { formatWhen, fromLocalInput, inSentence, toLocalInput } from '../../lib/time/dates.ts';
import { hoursText } from './filters.ts';

export type Cancellation = NonNullable<BookingChanges['cancel']>;

/** "2 h go", "1 h goes". */
const go = (hours: number, rest: string) => `${hoursText(hours)} ${hours === 1 ? 'goes' : 'go'} ${rest}`;
const both = (...parts: (string | false)[]) => parts.filter(Boolean).join(' and ');

/** The effects of a cancellation in one sentence, from the server's terms (`BookingChanges.cancel`). */
export function consequenceOf(
  { outcome, amountCents, hours, chargeCents = 0 }: Cancellation,
  scheduledDate: string | null,
  now: Date = new Date(),
): string {
  const money = amountCents > 0 && formatMoney(amountCents);
  switch (outcome) {
    case 'free':
      return 'Nothing was charged and no hours are held, so cancelling costs nothing.';
    case 'refund':
      return `${formatMoney(amountCents)} goes back to your card.`;
    case 'release':
      return `${go(hours, 'back to your plan')}.`;
    case 'forfeit': {
      const lost = both(money, hours > 0 && hoursText(hours));
      const past = scheduledDate !== null && Date.parse(scheduledDate) < now.getTime();
      const why = past ? 'Its time has come' : 'It is less than 24 hours before';
      const are = hours === 0 || (!money && hours === 1) ? 'is' : 'are';
      const ends = [
        lost && `${lost} ${are} not given back`,
        chargeCents > 0 &&
          `${formatMoney(chargeCents)} is charged to the card that pays your plan, as agreed`,
      ].filter(Boolean);
      return ends.length ? `${why}: ${ends.join(', and ')}.` : `${why}.`;
    }
    default:
      // The server is of a newer release than this page.
      outcome satisfies never;
      return 'Reload this page to see the cost.';
  }
}

/** A sentence after a colon begins with a small letter, unless it begins with a sum. */
export const asClause = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const areSame = (one: Cancellation, other: Cancellation): boolean =>
  one.outcome === other.outcome &&
  one.amountCents === other.amountCents &&
  one.hours === other.hours &&
  (one.chargeCents ?? 0) === (other.chargeCents ?? 0);

/** The effects of a completed cancellation. */
export function outcomeOf({ outcome, amountCents, hours }: Cancellation): string {
  switch (outcome) {
    case 'free':
      return 'Nothing was charged.';
    case 'refund':
      return `${formatMoney(amountCents)} is on its way back to your card.`;
    case 'release':
      return `${hours === 1 ? `${hoursText(hours)} is` : `${hoursText(hours)} are`} back in your plan.`;
    case 'forfeit':
      return 'The team knows, and nobody will come.';
  }
}

/** Whether a change would still be in time. */
export const isInTime = (freeUntil: string | null, now: Date = new Date()): boolean =>
  freeUntil !== null && Date.parse(freeUntil) > now.getTime();

/** The time until which a change is free, or the fact that it has passed; `null` without an agreed time. */
export function freeUntilText(freeUntil: string | null, zone: string, now: Date = new Date()): string | null {
  if (!freeUntil) return null;
  const when = formatWhen(freeUntil, zone, now);
  return isInTime(freeUntil, now)
    ? `Free until ${inSentence(when)}.`
    : `Changes were free until ${inSentence(when)}.`;
}

/** A warning about a new time before the booking is moved there; `null` if there is none. */
export function shortNotice(instant: string, zone: string, now: Date = new Date()): string | null {
  const [date = '', time = ''] = toLocalInput(instant, zone).split('T');
  if (Date.parse(fromLocalInput(`${daysLater(date, -1)}T${time}`, zone)) > now.getTime()) return null;
  return 'That is less than 24 hours away: once moved there, it can no longer be moved or cancelled free of charge.';
}

/** The state of the money, or the other means that pays. */
export function paymentText({
  payment,
  paymentType,
  unpaidUntil,
}: Pick<BookingDetail, 'payment' | 'paymentType' | 'unpaidUntil'>): string {
  if (payment) {
    const amount = formatMoney(payment.amountCents);
    if (payment.status === 'paid') return `${amount} · Paid by card`;
    return payment.status === 'refunding' ? `${amount} · Being refunded` : `${amount} · Refunded`;
  }
  if (paymentType === 'subscription') return unpaidUntil ? 'Not paid yet' : "Your plan's hours";
  return paymentType === 'custom_quote' ? 'As quoted by the team' : 'By card';
}

/** The reason why a booking cannot be moved to a time; `undefined` if it can. */
export function problemWith(chosen: string, current: string | null, now = Date.now()): string | undefined {
  if (!chosen) return 'Please select a preferred date and time';
  if (Date.parse(chosen) <= now) return 'Please choose a time to come';
  return chosen === current ? 'That is when it is now' : undefined;
}

/** The hours beyond the plan that are paid by card, and the state of that payment; also for a late cancellation. */
export function overageText({ hours, amountCents, state }: NonNullable<BookingDetail['past']>): string {
  if (state === 'covered') return 'Covered by your hours';
  const what = `${formatMoney(amountCents)} for ${hoursText(Math.round(hours * 100) / 100)}`;
  const became = {
    agreed: 'once the work is done',
    charging: 'being charged',
    owed: 'owed: see Billing',
    paid: 'paid',
  }[state];
  return `${what}, ${became}`;
}
