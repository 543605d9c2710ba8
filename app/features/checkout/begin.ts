import { oneTimeNames } from '../../../api/contract/rules/booking-details.ts';
import type { Parameters } from '../../lib/address-parameters.ts';
import { intentOf, isPaymentSecret } from '../../payments/card-payments.ts';
import { givenOf } from '../../shared/bookings/details.ts';
import type { Details } from './checkout-handover.ts';

/** The data with which a checkout begins. */
export interface Begin {
  details: Details;
  clientSecret: string | null;
  /** The address's claim of a payment of this person; it must be checked before anything is paid with it. */
  claimed: string | null;
  /** Whether the address contained an invalid client secret. */
  broken: boolean;
  /** The payment and whether it succeeded, after a return from the payer's bank. */
  returned: { paymentIntentId: string; failed: boolean } | null;
}

/** Reads the parameters of the address (spec §2, checkout; the provider's `payment_intent…` after a redirect). */
export function beginFromAddress(passed: Parameters): Begin {
  const details: Details = { ...givenOf(passed, oneTimeNames), ...instantOf(passed.scheduledDate) };
  const { payment_intent: id, payment_intent_client_secret: secret, redirect_status: status } = passed;
  const given = secret ?? passed.clientSecret ?? null;
  const clientSecret = given && isPaymentSecret(given) ? given : null;
  return {
    details,
    clientSecret,
    claimed: clientSecret && !id ? intentOf(clientSecret) : null,
    broken: given !== null && clientSecret === null && !id,
    returned: id ? { paymentIntentId: id, failed: status === 'failed' } : null,
  };
}

/** A date from an address, in any spelling; an invalid one is left out. */
function instantOf(text: string | undefined): Pick<Details, 'scheduledDate'> {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? {} : { scheduledDate: new Date(at).toISOString() };
}
