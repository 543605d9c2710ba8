import type {
  ConfirmPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethod,
  PaymentMethodResult,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from '@stripe/stripe-js';
import { callApi, callIntent, callSetup, type Fields } from './api-client.ts';
import { askForAuthentication, type PaymentSum } from './challenge.ts';
import { createElements, type Elements, type ElementsOptions, insideOf } from './elements.ts';

interface ConfirmOptions {
  elements?: Elements;
  clientSecret?: string;
  /** Options of both kinds of intent. */
  confirmParams?: Pick<Partial<ConfirmPaymentData>, 'return_url' | 'payment_method' | 'payment_method_data'>;
  redirect?: 'always' | 'if_required';
}

/** An error of the page's code, thrown as the provider's script does. */
function integrationError(message: string): Error {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

const authenticationFailed = (
  intent: { payment_intent: PaymentIntent } | { setup_intent: SetupIntent },
): StripeError => ({
  type: 'invalid_request_error',
  code: `${'payment_intent' in intent ? 'payment' : 'setup'}_intent_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. ' +
    'Please choose a different payment method and try again.',
  ...intent,
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

function ask(payment: PaymentSum, elements: Elements | undefined) {
  const inside = insideOf(elements);
  const form = inside?.payment?.form;
  return askForAuthentication(payment, inside?.options.appearance, () => form?.focus());
}

/** Lets the payer's bank ask, if it wants to. */
async function settle(key: string, clientSecret: string, result: PaymentIntentResult, elements?: Elements) {
  if (result.error || result.paymentIntent.status !== 'requires_action') return result;
  const outcome = await ask(result.paymentIntent, elements);
  const done = await callIntent(key, 'POST', clientSecret, '/authenticate', { outcome });
  if (done.error || done.paymentIntent.status !== 'requires_payment_method') return done;
  return { error: authenticationFailed({ payment_intent: done.paymentIntent }) };
}

/** The same for a card to be saved. */
async function settleSetup(
  key: string,
  clientSecret: string,
  result: SetupIntentResult,
  elements?: Elements,
) {
  if (result.error || result.setupIntent.status !== 'requires_action') return result;
  const outcome = await ask(null, elements);
  const done = await callSetup(key, 'POST', clientSecret, '/authenticate', { outcome });
  if (done.error || done.setupIntent.status !== 'requires_payment_method') return done;
  return { error: authenticationFailed({ setup_intent: done.setupIntent }) };
}

/** The data for confirming: a saved card's id, or the element's content. */
async function prepare(name: string, options: ConfirmOptions) {
  const { elements, confirmParams, redirect = 'always' } = options;
  const inside = insideOf(elements);
  const clientSecret = options.clientSecret ?? inside?.options.clientSecret;
  if (!clientSecret) throw integrationError(`stripe.${name}(): needs a clientSecret.`);
  const returnUrl = confirmParams?.return_url;
  if (redirect === 'always' && !returnUrl) {
    throw integrationError(
      `stripe.${name}(): needs confirmParams.return_url unless redirect is "if_required".`,
    );
  }
  const submitted = await elements?.submit();
  const kept = elements ? undefined : confirmParams?.payment_method;
  const fields: Fields = submitted?.error
    ? {}
    : kept
      ? { payment_method: String(kept) }
      : cardFields(elements, confirmParams?.payment_method_data);
  return {
    clientSecret,
    error: submitted?.error,
    fields: { ...fields, ...(returnUrl && { return_url: returnUrl }) },
    form: inside?.payment?.form,
    /** The address that the page is left for; `null` if the caller continues here. */
    target: redirect === 'always' && returnUrl ? new URL(returnUrl) : null,
  };
}

/** Leaves the page, so it never resolves. */
function leaveFor(target: URL, parameters: Record<string, string>): Promise<never> {
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  window.location.assign(target);
  return new Promise(() => {});
}

async function confirmPayment(key: string, options: ConfirmOptions): Promise<PaymentIntentResult> {
  const { clientSecret, error, fields, form, target } = await prepare('confirmPayment', options);
  if (error) return { error };
  form?.setReadOnly(true);
  const sent = await callIntent(key, 'POST', clientSecret, '/confirm', fields);
  const result = await settle(key, clientSecret, sent, options.elements);
  form?.setReadOnly(false);
  if (result.error || !target) return result;
  return leaveFor(target, {
    payment_intent: result.paymentIntent.id,
    payment_intent_client_secret: clientSecret,
    redirect_status: 'succeeded',
  });
}

async function confirmSetup(key: string, options: ConfirmOptions): Promise<SetupIntentResult> {
  const { clientSecret, error, fields, form, target } = await prepare('confirmSetup', options);
  if (error) return { error };
  form?.setReadOnly(true);
  const sent = await callSetup(key, 'POST', clientSecret, '/confirm', fields);
  const result = await settleSetup(key, clientSecret, sent, options.elements);
  form?.setReadOnly(false);
  if (result.error || !target) return result;
  return leaveFor(target, {
    setup_intent: result.setupIntent.id,
    setup_intent_client_secret: clientSecret,
    redirect_status: 'succeeded',
  });
}

async function confirmCardPayment(
  key: string,
  clientSecret: string,
  data: { payment_method?: string } = {},
): Promise<PaymentIntentResult> {
  const fields = data.payment_method ? { payment_method: data.payment_method } : {};
  const sent = await callIntent(key, 'POST', clientSecret, '/confirm', fields);
  return settle(key, clientSecret, sent);
}

async function createPaymentMethod(
  key: string,
  { elements }: { elements: Elements },
): Promise<PaymentMethodResult> {
  const submitted = await elements.submit();
  if (submitted.error) return { error: submitted.error };
  const fields = Object.entries(cardFields(elements, undefined)).map(([name, value]) => [
    name.replace(/^payment_method_data\[(\w+)\]/, '$1'),
    value,
  ]);
  const answer = await callApi(key, 'POST', 'payment_methods', Object.fromEntries(fields) as Fields);
  return 'error' in answer ? answer : { paymentMethod: answer.body as PaymentMethod };
}

async function handleNextAction(key: string, { clientSecret }: { clientSecret: string }) {
  return settle(key, clientSecret, await callIntent(key, 'GET', clientSecret, ''));
}

function createStripe(key: unknown) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key.');
  }
  return {
    elements: (options?: ElementsOptions) => createElements(key, options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(key, options),
    confirmSetup: (options: ConfirmOptions) => confirmSetup(key, options),
    confirmCardPayment: (clientSecret: string, data?: { payment_method?: string }) =>
      confirmCardPayment(key, clientSecret, data),
    createPaymentMethod: (options: { elements: Elements }) => createPaymentMethod(key, options),
    handleNextAction: (options: { clientSecret: string }) => handleNextAction(key, options),
    retrievePaymentIntent: (clientSecret: string) => callIntent(key, 'GET', clientSecret, ''),
    retrieveSetupIntent: (clientSecret: string) => callSetup(key, 'GET', clientSecret, ''),
    createToken: notHere('tokens'),
    confirmCardSetup: notHere('card setups without an element'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

/** Can be called with and without `new`, like the provider's own. */
function Stripe(key: unknown) {
  return createStripe(key);
}
Stripe.version = 'endive';
Object.assign(window, { Stripe });
