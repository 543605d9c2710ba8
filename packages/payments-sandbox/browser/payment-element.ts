import type { Appearance, StripeError } from '@stripe/stripe-js';
import { callIntent, callSetup, isSetupSecret } from './api-client.ts';
import { adoptStyles, dress } from './appearance.ts';
import { type CardForm, createCardForm } from './card-form.ts';

type Handler = (event: object) => void;

export interface PaymentElement {
  on(event: string, handler: Handler): PaymentElement;
  once(event: string, handler: Handler): PaymentElement;
  off(event: string, handler?: Handler): PaymentElement;
  mount(place: string | HTMLElement): void;
  unmount(): void;
  update(options: object): void;
  destroy(): void;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
  getElement(): PaymentElement;
}

/** The element's internal side, for `elements` and `confirmPayment`. */
export interface PaymentElementInside {
  element: PaymentElement;
  form: CardForm;
  dress(appearance: Appearance | undefined): void;
  load(): Promise<void>;
}

const terminal = (of: 'payment_intent' | 'setup_intent', name: string): StripeError => ({
  type: 'invalid_request_error',
  code: `${of}_unexpected_state`,
  message: `This ${name} is in a terminal state and cannot be used to initialize Elements.`,
});

/** The reason why an intent can no longer be confirmed or read; `null` if it can. */
async function refusalOf(key: string, clientSecret: string): Promise<StripeError | null> {
  const over = (status: string) => ['succeeded', 'canceled', 'processing'].includes(status);
  if (isSetupSecret(clientSecret)) {
    const { setupIntent, error } = await callSetup(key, 'GET', clientSecret, '');
    if (error) return error;
    return over(setupIntent.status) ? terminal('setup_intent', 'SetupIntent') : null;
  }
  const { paymentIntent, error } = await callIntent(key, 'GET', clientSecret, '');
  if (error) return error;
  return over(paymentIntent.status) ? terminal('payment_intent', 'PaymentIntent') : null;
}

/** The double of the Payment Element; `onDestroy` allows another in its place. */
export function createPaymentElement(
  key: string,
  clientSecret: string | undefined,
  appearance: Appearance | undefined,
  onDestroy: () => void,
): PaymentElementInside {
  const handlers = createHandlers();
  const { tell } = handlers;
  let destroyed = false;
  let loaded = false;

  const form = createCardForm(() => {
    tell('change', { ...form.state(), collapsed: false, value: { type: 'card' } });
  });
  dress(form.root, appearance);
  tellOfFocusAndKeys(form.root, tell);

  async function load() {
    if (clientSecret !== undefined) {
      const error = await refusalOf(key, clientSecret);
      if (destroyed) return;
      if (error) return tell('loaderror', { error });
    }
    if (loaded) return;
    loaded = true;
    tell('ready');
  }

  const element: PaymentElement = {
    on(event, handler) {
      handlers.add(event, handler);
      return element;
    },
    once(event, handler) {
      const only: Handler = (detail) => {
        element.off(event, only);
        handler(detail);
      };
      return element.on(event, only);
    },
    off(event, handler) {
      handlers.remove(event, handler);
      return element;
    },
    mount(place) {
      if (destroyed) throw new Error('This Element has already been destroyed. Please create a new one.');
      const target = targetOf(place);
      adoptStyles();
      target.replaceChildren(form.root);
      // Events come later, so that handlers attached right after `mount` receive them.
      setTimeout(() => {
        if (destroyed) return;
        tell('loaderstart');
        load().catch((error: unknown) => reportError(error));
      });
    },
    unmount() {
      form.root.remove();
    },
    update() {
      if (destroyed) throw new Error('This Element has already been destroyed.');
    },
    destroy() {
      if (destroyed) throw new Error('This Element has already been destroyed.');
      destroyed = true;
      form.root.remove();
      handlers.removeAll();
      onDestroy();
    },
    focus: () => form.focus(),
    blur() {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    clear: () => form.clear(),
    collapse() {},
    getElement: () => element,
  };
  return { element, form, dress: (changed) => dress(form.root, changed), load };
}

/** The handlers that the page attached to an element, by their events. */
function createHandlers() {
  const handlers = new Map<string, Set<Handler>>();
  return {
    add(event: string, handler: Handler) {
      const set = handlers.get(event) ?? new Set();
      handlers.set(event, set.add(handler));
    },
    /** Without a handler: all of the event. */
    remove(event: string, handler?: Handler) {
      if (handler) handlers.get(event)?.delete(handler);
      else handlers.delete(event);
    },
    removeAll: () => handlers.clear(),
    tell(event: string, more: object = {}) {
      for (const handler of [...(handlers.get(event) ?? [])]) handler({ elementType: 'payment', ...more });
    },
  };
}

function tellOfFocusAndKeys(root: HTMLElement, tell: (event: string) => void) {
  root.addEventListener('focusin', () => tell('focus'));
  root.addEventListener('focusout', () => tell('blur'));
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell('escape');
  });
}

/** The place on the page that an element is mounted in. @throws if it is not there */
function targetOf(place: string | HTMLElement): Element {
  const target = typeof place === 'string' ? document.querySelector(place) : place;
  if (target) return target;
  throw new Error(
    `The selector you specified (${String(place)}) applies to no DOM elements that are currently on the page.`,
  );
}
