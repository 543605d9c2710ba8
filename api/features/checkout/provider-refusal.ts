import { Refusal } from '../../http/errors.ts';
import { PaymentDeclined, PaymentRefused, PaymentsUnavailable } from '../../providers/payments/payments.ts';

/** Turns what the card provider says no to into what a person may be told. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PaymentDeclined) throw new Refusal('payment_incomplete', cause.message, { cause });
    if (cause instanceof PaymentRefused || cause instanceof PaymentsUnavailable) {
      throw new Refusal(
        'payment_unavailable',
        'Card payments cannot be reached just now. Please try again.',
        {
          cause,
          log: `the card provider: ${cause.name}`,
        },
      );
    }
    throw cause;
  }
}
