import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { cancelPaymentIntent, confirmOneTimePayment, createPaymentIntent } from './checkout.service.ts';

export function checkoutRoutes(
  deps: Deps,
): Pick<Handlers, 'createPaymentIntent' | 'confirmOneTimePayment' | 'cancelPaymentIntent'> {
  return {
    createPaymentIntent: ({ person, body, key }) => createPaymentIntent(deps, person, body, key),
    confirmOneTimePayment: ({ person, body, log }) => confirmOneTimePayment(deps, person, body, log),
    cancelPaymentIntent: ({ person, body }) => cancelPaymentIntent(deps, person, body),
  };
}
