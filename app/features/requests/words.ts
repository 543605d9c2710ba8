import type { CustomRequest, Quote } from '../../../api/contract/schemas/quotes.ts';
import { ApiError } from '../../lib/api.ts';
import { formatMoney } from '../../lib/money.ts';

/** Hours in the usual form: "1.5 h". */
export const hoursText = (hours: number): string => `${Number(hours.toFixed(2))} h`;

export const quoteText = ({ amountCents, hours }: Quote): string =>
  amountCents === null ? `${hoursText(hours ?? 0)} of their plan` : formatMoney(amountCents);

/** The result of a request that no longer waits, in a word or two, and the look of its badge. */
export function outcomeOf({ bookingStatus, state, quote }: CustomRequest): { text: string; look: string } {
  if (bookingStatus === 'cancelled') return { text: 'Cancelled', look: 'cancelled' };
  if (quote?.state === 'accepted') return { text: 'Accepted', look: 'completed' };
  if (quote?.state === 'declined') return { text: 'Declined by the customer', look: 'cancelled' };
  if (state === 'answered' && quote?.state === 'expired')
    return { text: 'Expired unanswered', look: 'in_progress' };
  if (state === 'answered') return { text: 'Waiting for the customer', look: 'scheduled' };
  return { text: 'Taken on without a quote', look: 'scheduled' };
}

/** The time until the answer: "in 34 min", "in 1 h 5 min". */
export function answeredIn({ createdAt, answeredAt }: CustomRequest): string | null {
  if (!answeredAt) return null;
  const minutes = Math.max(1, Math.round((Date.parse(answeredAt) - Date.parse(createdAt)) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `in ${Math.floor(hours / 24)} days`;
  if (!hours) return `in ${minutes} min`;
  return minutes % 60 ? `in ${hours} h ${minutes % 60} min` : `in ${hours} h`;
}

/** What became of an act that failed. A lost answer may have been a success. */
export const failureOf = (
  error: Error,
  act: 'withdrawn' | 'declined',
): { title: string; description: string } =>
  error instanceof ApiError && error.status < 500
    ? { title: 'Nothing was changed', description: error.text }
    : {
        title: 'No answer',
        description: `We could not learn whether it was ${act}. Please look again.`,
      };
