import type { Parameters } from '../../lib/address-parameters.ts';
import { intentOf, isPaymentSecret } from '../../payments/card-payments.ts';
import type { Details } from './checkout-handover.ts';

/** What a checkout begins with. */
export interface Begin {
  details: Details;
  clientSecret: string | null;
  /** What an address claims to be this person's payment: to be looked at before anything is paid with it. */
  claimed: string | null;
  /** The address carried a client secret that is none. */
  broken: boolean;
  /** The payer is back from their bank: the payment, and whether it went through. */
  returned: { paymentIntentId: string; failed: boolean } | null;
}

/** Reads what the address passed (spec §2, checkout; the provider's `payment_intent…` after a redirect). */
export function beginFromAddress(passed: Parameters): Begin {
  const { customerName, phone, email, address, notes } = passed;
  const details: Details = {
    ...(customerName && { customerName }),
    ...(phone && { phone }),
    ...(email && { email }),
    ...(address && { address }),
    ...(notes && { notes }),
    ...instantOf(passed.scheduledDate),
  };
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

/** A date as anyone may have written it into an address; a broken one is none. */
function instantOf(text: string | undefined): Pick<Details, 'scheduledDate'> {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? {} : { scheduledDate: new Date(at).toISOString() };
}
