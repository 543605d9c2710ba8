import * as z from 'zod';
import { invalidRequest } from '../core/errors.ts';
import type { Objects } from '../core/objects.ts';
import { flag, listOf } from '../core/wire.ts';

/** The fields in which an intent names its payment methods. */
export type TakenMethods<Kind extends 'payment_intent' | 'setup_intent'> = Pick<
  Objects[Kind],
  'allowed_payment_method_types' | 'automatic_payment_methods' | 'payment_method_types'
>;

/** The parameters for them; the sandbox's account accepts cards alone. */
export const takenMethods = {
  allowed_payment_method_types: z.optional(listOf(z.literal('card'))),
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.optional(z.enum(['always', 'never'])) }),
  ),
};

/** The payment methods of the account, unless the request names its own. @throws ApiError if it does both */
export function takenBy(
  input: z.output<z.ZodObject<typeof takenMethods>>,
): TakenMethods<'payment_intent'> & TakenMethods<'setup_intent'> {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = input;
  if (allowed && automatic) {
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
      { code: 'parameters_exclusive' },
    );
  }
  return {
    allowed_payment_method_types: allowed ?? null,
    automatic_payment_methods: allowed ? null : { allow_redirects: 'always', enabled: true },
    payment_method_types: ['card'],
  };
}

/** An invoice's intent accepts the payment methods of the invoice. */
export const takenByInvoice = (
  invoice: Pick<Objects['invoice'], 'payment_settings'>,
): TakenMethods<'payment_intent'> => ({
  ...takenBy({}),
  ...(invoice.payment_settings.payment_method_types && { automatic_payment_methods: null }),
});
