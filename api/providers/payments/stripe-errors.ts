import Stripe from 'stripe';
import {
  CustomerGone,
  PaymentDeclined,
  PaymentRefused,
  PaymentsForbidden,
  PaymentsUnavailable,
} from './payments.ts';

/** Turns the SDK's errors into the product's own; any other error is a fault of ours and passes unchanged. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new PaymentDeclined(error.message, error.decline_code ?? error.code ?? 'declined', {
        cause: error,
      });
    }
    if (isCustomerGone(error)) throw new CustomerGone(error.message, 'customer_gone', { cause: error });
    if (error instanceof Stripe.errors.StripePermissionError)
      throw new PaymentsForbidden(error.message, { cause: error });
    const refused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError;
    throw refused
      ? new PaymentRefused(error.message, error.code ?? error.type, { cause: error })
      : new PaymentsUnavailable(error.message, { cause: error });
  }
}

const isCustomerGone = (error: unknown): boolean =>
  hasCode(error, 'resource_missing') && /^No such customer/.test((error as Error).message);

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

/** Whether the card itself was the reason that it was not charged. */
export const isDeclined = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError;

export async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return null;
    throw error;
  }
}

export async function existingOr<T>(create: () => Promise<T>, find: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error;
    return find();
  }
}
