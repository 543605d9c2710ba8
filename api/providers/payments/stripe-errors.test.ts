import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { PaymentsForbidden, PaymentsUnavailable } from './payments.ts';
import { callProvider } from './stripe-errors.ts';

const failing = (error: Error) => callProvider(() => Promise.reject(error));
const raw = (type: 'invalid_request_error') => ({ type, message: 'The key may not do this.' });

test('a key without a right is told from one that the provider does not know', async () => {
  const lacking = new Stripe.errors.StripePermissionError(raw('invalid_request_error'));
  await expect(failing(lacking)).rejects.toBeInstanceOf(PaymentsForbidden);
  const unknown = failing(new Stripe.errors.StripeAuthenticationError(raw('invalid_request_error')));
  await expect(unknown).rejects.toBeInstanceOf(PaymentsUnavailable);
  await expect(unknown).rejects.not.toBeInstanceOf(PaymentsForbidden);
});
