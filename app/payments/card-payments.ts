import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Answer } from '../../api/contract/calls/calls.ts';

type Payments = Answer<'readConfig'>['payments'];

const providerOrigin = 'https://js.stripe.com';
let loading: { key: string; stripe: Promise<Stripe> } | null = null;

/** The card provider's browser code, loaded once and only when a card is needed. @throws Error */
export function loadPayments(payments: Payments): Promise<Stripe> {
  if (loading?.key === payments.publishableKey) return loading.stripe;
  const stripe = load(payments);
  loading = { key: payments.publishableKey, stripe };
  stripe.catch(() => {
    loading = null;
  });
  return stripe;
}

async function load({ publishableKey, scriptUrl }: Payments): Promise<Stripe> {
  // The provider's own script is loaded by its loader; another address belongs to our sandbox, and is loaded first.
  // No integrity hash is possible: the provider changes the script under one address, and requires that address.
  if (new URL(scriptUrl, location.href).origin !== providerOrigin) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The card provider is not there');
  return stripe;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The card provider's script did not load"));
    };
    document.head.append(script);
  });
}

/** The id of a client secret's intent: the part before `_secret_`. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Whether a text has the form of a payment's client secret; the provider's script throws on any other. */
export const isPaymentSecret = (text: string): boolean => /^pi_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.test(text);
