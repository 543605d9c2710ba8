import type { Appearance, StripeError } from '@stripe/stripe-js';
import { createPaymentElement, type PaymentElement, type PaymentElementInside } from './payment-element.ts';

export interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

export interface Elements {
  create(type: string, options?: object): PaymentElement;
  getElement(type: string): PaymentElement | null;
  update(options: ElementsOptions): void;
  submit(): Promise<{ error?: StripeError; selectedPaymentMethod?: string }>;
  fetchUpdates(): Promise<{ error?: StripeError }>;
}

/** The internal state of every `elements` that this script made. */
const insides = new WeakMap<
  object,
  () => { payment: PaymentElementInside | null; options: ElementsOptions }
>();

export function insideOf(elements: object | undefined) {
  const inside = elements && insides.get(elements)?.();
  return inside ?? null;
}

/** Refuses an invalid secret before any call, as the provider's script does. */
function refuseMalformed(clientSecret: string | undefined): void {
  if (clientSecret === undefined || /^(pi|seti)_\w+_secret_\w+$/.test(clientSecret)) return;
  const error = new Error(
    `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
  error.name = 'IntegrationError';
  throw error;
}

export function createElements(key: string, given: ElementsOptions = {}): Elements {
  refuseMalformed(given.clientSecret);
  let options = given;
  let payment: PaymentElementInside | null = null;

  const elements: Elements = {
    create(type) {
      if (type !== 'payment') throw new Error(`The sandbox has no ${type} Element.`);
      if (payment) throw new Error('Can only create one Element of type payment.');
      payment = createPaymentElement(key, options.clientSecret, options.appearance, () => {
        payment = null;
      });
      return payment.element;
    },
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    update(changed) {
      options = { ...options, ...changed };
      payment?.dress(options.appearance);
    },
    async submit() {
      const error = payment?.form.validate();
      return error ? { error: { type: 'validation_error', ...error } } : { selectedPaymentMethod: 'card' };
    },
    async fetchUpdates() {
      await payment?.load();
      return {};
    },
  };
  insides.set(elements, () => ({ payment, options }));
  return elements;
}
