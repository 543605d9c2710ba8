import type {
  ConfirmPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethod,
  PaymentMethodResult,
  StripeError,
} from '@stripe/stripe-js';
import { callApi, callIntent, type Fields } from './api-client.ts';
import { askForAuthentication } from './challenge.ts';
import { createElements, type Elements, type ElementsOptions, insideOf } from './elements.ts';

interface ConfirmOptions {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: Partial<ConfirmPaymentData>;
  redirect?: 'always' | 'if_required';
}

/** What a page got wrong: thrown, as the provider's script does. */
function integrationError(message: string): Error {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

const authenticationFailed = (intent: PaymentIntent): StripeError => ({
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. ' +
    'Please choose a different payment method and try again.',
  payment_intent: intent,
});

const notHere = (what: string) => async (): Promise<{ error: StripeError }> => ({
  error: { type: 'invalid_request_error', message: `The sandbox does not do ${what}.` },
});

function cardFields(
  elements: Elements | undefined,
  billing: ConfirmPaymentData['payment_method_data'],
): Fields {
  const card = insideOf(elements)?.payment?.form.card();
  if (!card) throw integrationError('elements should have a mounted Payment Element.');
  const fields: Fields = { 'payment_method_data[type]': 'card' };
  for (const [name, value] of Object.entries(card)) fields[`payment_method_data[card][${name}]`] = value;
  const details = billing?.billing_details;
  for (const name of ['name', 'email', 'phone'] as const) {
    const value = details?.[name];
    if (value) fields[`payment_method_data[billing_details][${name}]`] = value;
  }
  return fields;
}

function createStripe(key: unknown) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key.');
  }
  const publishableKey = key;

  /** Has the payer's bank ask, when it wants to. */
  async function settle(clientSecret: string, result: PaymentIntentResult, elements?: Elements) {
    if (result.error || result.paymentIntent.status !== 'requires_action') return result;
    const inside = insideOf(elements);
    const form = inside?.payment?.form;
    const outcome = await askForAuthentication(
      result.paymentIntent,
      form?.root.parentElement ?? document.body,
      inside?.options.appearance,
      () => form?.focus(),
    );
    const done = await callIntent(publishableKey, 'POST', clientSecret, '/authenticate', { outcome });
    if (done.error || done.paymentIntent.status !== 'requires_payment_method') return done;
    return { error: authenticationFailed(done.paymentIntent) };
  }

  async function confirmPayment(options: ConfirmOptions): Promise<PaymentIntentResult> {
    const { elements, confirmParams, redirect = 'always' } = options;
    const inside = insideOf(elements);
    const clientSecret = options.clientSecret ?? inside?.options.clientSecret;
    if (!clientSecret) throw integrationError('stripe.confirmPayment(): needs a clientSecret.');
    const returnUrl = confirmParams?.return_url;
    if (redirect === 'always' && !returnUrl) {
      throw integrationError(
        'stripe.confirmPayment(): needs confirmParams.return_url unless redirect is "if_required".',
      );
    }
    const submitted = await elements?.submit();
    if (submitted?.error) return { error: submitted.error };
    const card = cardFields(elements, confirmParams?.payment_method_data);
    const form = inside?.payment?.form;
    form?.setReadOnly(true);
    const sent = await callIntent(publishableKey, 'POST', clientSecret, '/confirm', {
      ...card,
      ...(returnUrl && { return_url: returnUrl }),
    });
    const result = await settle(clientSecret, sent, elements);
    form?.setReadOnly(false);
    if (result.error || redirect === 'if_required' || !returnUrl) return result;
    const target = new URL(returnUrl);
    target.searchParams.set('payment_intent', result.paymentIntent.id);
    target.searchParams.set('payment_intent_client_secret', clientSecret);
    target.searchParams.set('redirect_status', 'succeeded');
    window.location.assign(target);
    // The page is left: nothing of it goes on.
    return new Promise(() => {});
  }

  async function confirmCardPayment(
    clientSecret: string,
    data: { payment_method?: string } = {},
  ): Promise<PaymentIntentResult> {
    const fields = data.payment_method ? { payment_method: data.payment_method } : {};
    const sent = await callIntent(publishableKey, 'POST', clientSecret, '/confirm', fields);
    return settle(clientSecret, sent);
  }

  async function createPaymentMethod({ elements }: { elements: Elements }): Promise<PaymentMethodResult> {
    const submitted = await elements.submit();
    if (submitted.error) return { error: submitted.error };
    const fields = Object.entries(cardFields(elements, undefined)).map(([name, value]) => [
      name.replace(/^payment_method_data\[(\w+)\]/, '$1'),
      value,
    ]);
    const answer = await callApi(
      publishableKey,
      'POST',
      'payment_methods',
      Object.fromEntries(fields) as Fields,
    );
    return 'error' in answer ? answer : { paymentMethod: answer.body as PaymentMethod };
  }

  return {
    elements: (options?: ElementsOptions) => createElements(publishableKey, options),
    confirmPayment,
    confirmCardPayment,
    createPaymentMethod,
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      return settle(clientSecret, await callIntent(publishableKey, 'GET', clientSecret, ''));
    },
    retrievePaymentIntent: (clientSecret: string) => callIntent(publishableKey, 'GET', clientSecret, ''),
    createToken: notHere('tokens'),
    confirmSetup: notHere('setup intents'),
    confirmCardSetup: notHere('setup intents'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

/** Called with and without `new`, as the provider's own. */
function Stripe(key: unknown) {
  return createStripe(key);
}
Stripe.version = 'endive';
Object.assign(window, { Stripe });
