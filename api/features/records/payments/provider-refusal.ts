import { Refusal } from '../../../core/refusal.ts';
import {
  PaymentDeclined,
  PaymentRefused,
  PaymentsUnavailable,
} from '../../../providers/payments/payments.ts';

/** Turns the card provider's refusals into refusals with texts for people. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PaymentDeclined) throw new Refusal('payment_incomplete', cause.message, { cause });
    if (cause instanceof PaymentsUnavailable)
      throw unavailable('the card provider did not answer as asked', cause);
    if (cause instanceof PaymentRefused) throw unavailable(`the card provider refused: ${cause.code}`, cause);
    throw cause;
  }
}

const unavailable = (log: string, cause: Error) =>
  new Refusal('payment_unavailable', 'Card payments are not available just now. Please try again.', {
    log,
    cause,
  });
