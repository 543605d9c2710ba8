import { ApiError } from '../../lib/api.ts';
import { wordsOf } from '../../payments/settle.ts';

/**
 * The reason why the server did not book a payment.
 * - `undecided`: the bank has not decided; the payment may still succeed.
 * - `unanswered`: the result is unknown: no answer, a server error, too many calls, or an ended session.
 * All others are final:
 * - `unpaid`: nothing was charged.
 * - `unknown`: this person has no such payment, or it was for another service.
 * - `refunded`: paid, but it could not be booked, and the money is refunded.
 * - `refused`: any other reason.
 */
export type Kind = 'undecided' | 'unanswered' | 'unpaid' | 'unknown' | 'refunded' | 'refused';

export interface Refusal {
  kind: Kind;
  /** The message for the person. */
  words: string;
  error: Error;
}

export const refusalOf = (error: Error): Refusal => ({ kind: kindOf(error), words: wordsOf(error), error });

/**
 * The reason why the server did not cancel a payment. `undecided`: it was paid in the meantime, and the bank has not
 * decided.
 */
export const keptOf = (error: Error): { undecided: boolean; words: string } => ({
  undecided: kindOf(error) === 'undecided',
  words:
    error instanceof ApiError && error.status < 500
      ? error.text
      : 'Your payment could not be cancelled. Please try again.',
});

/** Whether a repeated request would get the same answer. */
export const isFinal = ({ kind }: Refusal): boolean => kind !== 'undecided' && kind !== 'unanswered';

function kindOf(error: Error): Kind {
  if (!(error instanceof ApiError)) return 'unanswered';
  const { code, status } = error;
  if (code === 'payment_processing') return 'undecided';
  if (status < 400 || status >= 500 || status === 401 || status === 429) return 'unanswered';
  if (status === 404 || status === 400) return 'unknown';
  if (code === 'payment_incomplete') return 'unpaid';
  return code === 'conflict' ? 'refunded' : 'refused';
}
