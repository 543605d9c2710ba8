import { ApiError } from '../../lib/api.ts';
import { wordsOf } from '../../payments/settle.ts';

/**
 * Why the server did not book a payment.
 * - `undecided`: the bank has not said yes or no; it may yet be paid.
 * - `unanswered`: it is not known what became of it: no answer, a server that fails, too many calls, a session that ended.
 * All others are the server's last word:
 * - `unpaid`: nothing was charged.
 * - `unknown`: there is no such payment of this person's, or it was for another service.
 * - `refunded`: paid, but it could not be booked, and the money goes back.
 * - `refused`: anything else.
 */
export type Kind = 'undecided' | 'unanswered' | 'unpaid' | 'unknown' | 'refunded' | 'refused';

export interface Refusal {
  kind: Kind;
  /** What to tell the person. */
  words: string;
  error: Error;
}

export const refusalOf = (error: Error): Refusal => ({ kind: kindOf(error), words: wordsOf(error), error });

/** Why the server did not cancel a payment. `undecided`: it was paid in the meantime, and the bank has not said yes or no. */
export const keptOf = (error: Error): { undecided: boolean; words: string } => ({
  undecided: kindOf(error) === 'undecided',
  words:
    error instanceof ApiError && error.status < 500
      ? error.text
      : 'Your payment could not be cancelled. Please try again.',
});

/** Whether the server will not say otherwise. */
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
