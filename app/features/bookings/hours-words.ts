import type { BookingTerms, OverageAgreed } from '../../../api/contract/schemas/booking-terms.ts';
import { formatMoney } from '../../lib/money.ts';
import { inHours } from '../../shared/hours/hours-line.ts';
import { planName } from '../../shared/plan-facts.ts';

export const rounded = (hours: number): string => inHours(Math.round(hours * 100) / 100);

const be = (hours: number): string => (hours === 1 ? 'is' : 'are');

/** "2 h are missing"; with none free, 'No hours are free' is clearer. */
export const missingTitle = ({ freeHours, missingHours }: BookingTerms): string =>
  freeHours === 0 ? 'No hours are free' : `${rounded(missingHours)} ${be(missingHours)} missing`;

/** Hours that are free now but expire before the visit; `null` without any. */
export function expiringText({ expiringHours: hours, freeHours }: BookingTerms): string | null {
  if (!(hours > 0)) return null;
  const more = freeHours > 0 ? ' more' : '';
  return `${rounded(hours)}${more} ${be(hours)} free now, and will have expired by this visit.`;
}

/**
 * "$130.20 an hour, as in the Basic plan": the price is that of the dearest plan of the period, so the plan is named.
 */
export const hourPriceText = ({
  hourCents,
  tier,
}: Pick<NonNullable<BookingTerms['past']>, 'hourCents' | 'tier'>): string =>
  `${formatMoney(hourCents)} an hour, as in the ${planName(tier)} plan`;

/** "3 h of your plan, of which 2 h are missing: $260.40 by card ($130.20 an hour, as in the Basic plan), or a larger plan." */
export function shortText({ takesHours, missingHours, past, nextTier }: BookingTerms): string {
  const missing = `${rounded(takesHours)} of your plan, of which ${rounded(missingHours)} ${be(missingHours)} missing`;
  if (!past) return `${missing}.`;
  const price = `${formatMoney(past.amountCents)} by card (${hourPriceText(past)})`;
  return `${missing}: ${price}${nextTier ? ', or a larger plan' : ''}.`;
}

/** The reason why a plan that starts now cannot pay for a visit. @param until the expiry of its first hours */
export const beyondText = (until: string): string =>
  `The first hours of a plan that you start now serve visits before ${until}. This visit is later, so they would not cover it.`;

/** The reason why hours beyond the plan are not sold now. */
export const owedText = (owed: NonNullable<BookingTerms['owed']>): string =>
  owed === 'work'
    ? 'A payment of yours for an earlier visit is open. Once it is paid, you can pay for the missing hours by card, too.'
    : 'The last payment of your plan did not go through. Once it is paid, you can pay for the missing hours by card, too.';

/** The agreed figures, as shown; `undefined` without a price. */
export const agreedOf = ({ missingHours, past }: BookingTerms): OverageAgreed | undefined =>
  past ? { missingHours, amountCents: past.amountCents } : undefined;

/** Whether the person can agree now. */
export const mayAgreeTo = ({ missingHours, past }: BookingTerms): boolean =>
  missingHours === 0 || past !== null;

/**
 * The effects of agreeing, before the tap: "1 h of your plan is held for this visit, and $260.40 is charged once it
 * is done."
 */
export function agreedText({ takesHours, missingHours, freeHours, past }: BookingTerms): string {
  const held = takesHours - missingHours;
  const holds = `${rounded(held)} of your plan ${be(held)} held for this visit`;
  if (!past) {
    const left = freeHours - takesHours;
    return `${holds}, and ${rounded(left)} ${be(left)} left to book.`;
  }
  const pays = `${formatMoney(past.amountCents)} for the missing ${rounded(missingHours)} is charged to the card that pays your plan, once the work is done`;
  return held > 0 ? `${holds}, and ${pays}.` : `${pays}.`;
}
