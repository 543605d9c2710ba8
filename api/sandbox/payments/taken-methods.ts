import * as z from 'zod';
import { invalidRequest } from './errors.ts';
import type { Objects } from './objects.ts';
import { flag, listOf } from './wire.ts';

/** How an intent says which kinds of payment it takes. */
export type TakenMethods<Kind extends 'payment_intent' | 'setup_intent'> = Pick<
  Objects[Kind],
  'allowed_payment_method_types' | 'automatic_payment_methods' | 'payment_method_types'
>;

/** The parameters of it; the sandbox's account has cards and nothing else. */
export const takenMethods = {
  allowed_payment_method_types: z.optional(listOf(z.literal('card'))),
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.optional(z.enum(['always', 'never'])) }),
  ),
};

/** What the account offers, unless the request names what is allowed. @throws ApiError when it does both */
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

/** An invoice's intent takes what the invoice does. */
export const takenByInvoice = (
  invoice: Pick<Objects['invoice'], 'payment_settings'>,
): TakenMethods<'payment_intent'> => ({
  ...takenBy({}),
  ...(invoice.payment_settings.payment_method_types && { automatic_payment_methods: null }),
});
