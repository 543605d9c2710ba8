import type Stripe from 'stripe';
import type { Objects } from './objects.ts';

/** The body of the provider's error answers. */
export interface ErrorBody {
  type: NonNullable<Stripe.StripeRawError['type']>;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: Objects['payment_method'];
}

/** An error answer of the provider: its status and its body. Earlier writes of the call stay. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalidRequest(message: string, more: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more });
}

/** The parameters could not be read: the call has not begun, and its idempotency key is not stored. */
export class InvalidParameters extends ApiError {
  constructor(message: string, more: Partial<ErrorBody> = {}) {
    super(400, { type: 'invalid_request_error', message, ...more });
  }
}

/**
 * `noun` is the provider's own word: 'customer', 'payment_intent'. An unknown reference in a body is a 400, in a
 * path a 404.
 */
export function missing(noun: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' || param === 'intent' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}
