import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../core/context.ts';
import { type ErrorBody, invalidRequest, missing } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { flag, text } from '../core/wire.ts';
import { paymentMethodData } from './payment-methods.ts';

/** A payment, or the saving of a card; this file has the common parts of both. */
type IntentKind = 'payment_intent' | 'setup_intent';

const names = {
  payment_intent: { noun: 'payment_intent', type: 'PaymentIntent' },
  setup_intent: { noun: 'setupintent', type: 'SetupIntent' },
};

export const confirmFields = {
  client_secret: z.optional(text),
  payment_method: z.optional(text),
  payment_method_data: z.optional(paymentMethodData),
  return_url: z.optional(text),
  use_stripe_sdk: z.optional(flag),
};
export const retrieve = z.strictObject({ client_secret: z.optional(text) });
export const authenticate = z.strictObject({ client_secret: text, outcome: z.enum(['complete', 'fail']) });

/** An intent for a caller that may see it: a browser must have its client secret. */
export function intentFor<K extends IntentKind>(
  ctx: Context,
  kind: K,
  id: string,
  caller: 'server' | 'browser',
  clientSecret: string | undefined,
): Objects[K] {
  const { noun, type } = names[kind];
  const intent = ctx.store.get(kind, id);
  if (!intent) throw missing(noun, id, 'intent');
  if (caller === 'browser') {
    const wanted = Buffer.from(intent.client_secret ?? '');
    const given = Buffer.from(clientSecret ?? '');
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) {
      throw invalidRequest(
        `The client_secret provided does not match any associated ${type} on this account. Ensure the publishable key used belongs to the same account that created the ${type}.`,
        { code: `${kind}_invalid_parameter`, param: 'client_secret' },
      );
    }
  }
  return intent;
}

/** A refused call that needs a card: without a saved one, and without details of one. */
export const missingMethod = (kind: IntentKind): string =>
  `You cannot confirm this ${names[kind].type} because it's missing a payment method. You can either update the ${names[kind].type} with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.`;

/** The refusal after a payer did not pass the bank's question. */
export const notAuthenticated = (kind: IntentKind): ErrorBody => ({
  type: 'invalid_request_error',
  code: `${kind}_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. ' +
    'Please choose a different payment method and try again.',
});

/** The error that a failed intent carries. */
export const lastError = (method: Objects['payment_method'], error: ErrorBody) => ({
  type: error.type,
  message: error.message,
  payment_method: method,
  ...(error.code && { code: error.code }),
  ...(error.decline_code && { decline_code: error.decline_code }),
  ...(error.charge && { charge: error.charge }),
});
