import { answerWithinMs, answerWithinWords } from '../../../../api/contract/rules/quote-terms.ts';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../../api/contract/schemas/quotes.ts';
import { formatMoney } from '../../../lib/money.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { hoursText } from '../filters.ts';
import { agreedText, mayAgreeTo } from '../hours-words.ts';

/**
 * The time by which the team promised its answer, and whether that has passed; `null` where the owner promises nothing,
 * or in words of their own.
 */
export function promiseOf(
  { createdAt }: Pick<BookingDetail, 'createdAt'>,
  { now, replyTime }: { now: number; replyTime: string },
): { by: string; late: boolean } | null {
  if (replyTime !== answerWithinWords) return null;
  const by = Date.parse(createdAt) + answerWithinMs;
  return { by: new Date(by).toISOString(), late: by < now };
}

/** "$240.00" or "3 h of your plan". */
export const quoteText = ({ amountCents, hours }: OwnQuote): string =>
  amountCents === null ? `${hoursText(hours ?? 0)} of your plan` : formatMoney(amountCents);

/** The effects of accepting hours on the plan, before the tap. */
export function hoursConsequence({ hours, terms }: OwnQuote): string {
  // A copy stored by an earlier release has no terms; they are read with the network.
  if (!terms)
    return `${hoursText(hours ?? 0)} of your plan ${hours === 1 ? 'is' : 'are'} held for this visit.`;
  if (mayAgreeTo(terms)) return agreedText(terms);
  return `It takes ${hoursText(terms.takesHours)} of your plan, and your hours do not cover it.`;
}

/** The label of the button that accepts a quote. */
export function acceptLabel({ amountCents, terms }: OwnQuote): string {
  if (amountCents !== null) return `Accept and Pay ${formatMoney(amountCents)}`;
  return terms?.past ? `Accept and Pay ${formatMoney(terms.past.amountCents)} When Done` : 'Accept Quote';
}

type Placed = Pick<BookingDetail, 'scheduledDate' | 'moves'>;

/**
 * The time of the visit after the quote is accepted, and who proposed it. A quote without a time stays valid after
 * the requested time: after accepting, the time is still to be agreed.
 */
export function timeOf(
  { scheduledDate, moves }: Placed,
  quote: Pick<OwnQuote, 'scheduledDate' | 'createdAt' | 'windowMinutes'>,
  now: number,
): {
  at: string | null;
  windowMinutes?: number | undefined;
  whose: 'asked' | 'proposed' | 'chosen' | 'unagreed' | 'passed';
} {
  const isPast = scheduledDate !== null && Date.parse(scheduledDate) <= now;
  if (isPast && !quote.scheduledDate) return { at: scheduledDate, whose: 'passed' };
  const last = moves.at(-1);
  const movedBy = last && last.at > quote.createdAt ? last.by : null;
  if (movedBy === 'team') return { at: scheduledDate, whose: 'chosen' };
  if (quote.scheduledDate) {
    const whose = quote.scheduledDate === scheduledDate ? 'asked' : 'proposed';
    return { at: quote.scheduledDate, windowMinutes: quote.windowMinutes, whose };
  }
  return { at: scheduledDate, whose: movedBy === 'customer' ? 'unagreed' : 'asked' };
}

const whoseTime = {
  asked: ', as you asked',
  proposed: ', proposed by the team',
  chosen: ', chosen by the team',
  unagreed: ', once the team agrees to your new time',
  passed: ', which has passed: a new time is agreed on with you',
};

/** The time of the visit, and whether it is the requested one. */
export function timeText(
  booking: Placed,
  quote: OwnQuote,
  { zone, now }: { zone: string; now: number },
): string {
  const { at, windowMinutes, whose } = timeOf(booking, quote, now);
  return at ? `${visitTime({ scheduledDate: at, windowMinutes }, zone)}${whoseTime[whose]}` : 'To be agreed';
}
