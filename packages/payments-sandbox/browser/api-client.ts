import type {
  PaymentIntent,
  PaymentIntentResult,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from '@stripe/stripe-js';

const loadedFrom = document.currentScript;
/** Calls go to addresses beside the script. `document.currentScript` can be read only while the script runs. */
const apiBase = new URL('v1/', loadedFrom instanceof HTMLScriptElement ? loadedFrom.src : document.baseURI);

export type Fields = Record<string, string>;

/** An answer of the provider, or its error; a lost connection is an error too. */
export type Answer = { body: unknown } | { error: StripeError };

export async function callApi(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Fields,
): Promise<Answer> {
  const url = new URL(path, apiBase);
  const form = new URLSearchParams(fields);
  if (method === 'GET') url.search = form.toString();
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: form }),
    });
    const body: object = await response.json();
    return 'error' in body ? { error: body.error as StripeError } : { body };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
          'Please check your internet connection and try again.',
      },
    };
  }
}

/** Calls about an intent; each carries its client secret. */
export async function callIntent(
  key: string,
  method: 'GET' | 'POST',
  clientSecret: string,
  action: string,
  fields: Fields = {},
): Promise<PaymentIntentResult> {
  const answer = await callBySecret(key, method, 'payment_intents', clientSecret, action, fields);
  return 'error' in answer ? answer : { paymentIntent: answer.body as PaymentIntent };
}

/** The same for a setup intent. */
export async function callSetup(
  key: string,
  method: 'GET' | 'POST',
  clientSecret: string,
  action: string,
  fields: Fields = {},
): Promise<SetupIntentResult> {
  const answer = await callBySecret(key, method, 'setup_intents', clientSecret, action, fields);
  return 'error' in answer ? answer : { setupIntent: answer.body as SetupIntent };
}

export const isSetupSecret = (clientSecret: string): boolean => clientSecret.startsWith('seti_');

function callBySecret(
  key: string,
  method: 'GET' | 'POST',
  kind: 'payment_intents' | 'setup_intents',
  clientSecret: string,
  action: string,
  fields: Fields,
): Promise<Answer> {
  const [id = ''] = clientSecret.split('_secret_');
  const path = `${kind}/${encodeURIComponent(id)}${action}`;
  return callApi(key, method, path, { ...fields, client_secret: clientSecret });
}
