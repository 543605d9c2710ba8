import { type Brand, brandOf } from '../core/card-numbers.ts';
import {
  caretAfter,
  digitsOf,
  errorOf,
  type FieldError,
  type FieldName,
  formatField,
} from './card-fields.ts';
import { make } from './dom.ts';

const brandNames: Record<Brand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: '',
};

const offeredCards = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0025 0000 3155', 'asks for authentication'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 0341', 'attaches and then fails'],
] as const;

const fieldNames: FieldName[] = ['number', 'expiry', 'cvc'];
const fieldLabels: Record<FieldName, string> = { number: 'Card number', expiry: 'Expiry', cvc: 'CVC' };
const fieldAttributes: Record<FieldName, Record<string, string>> = {
  number: { autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  expiry: { autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { autocomplete: 'cc-csc', placeholder: 'CVC' },
};

let formsMade = 0;

export interface CardForm {
  root: HTMLElement;
  /** Shows the error of every field, focuses the first one, and returns its error. */
  validate(): FieldError | null;
  state(): { empty: boolean; complete: boolean };
  /** The card's details for the provider. */
  card(): { number: string; exp_month: string; exp_year: string; cvc: string };
  setReadOnly(readOnly: boolean): void;
  focus(): void;
  clear(): void;
}

/** The card's fields: labelled, formatted while typing, with their errors as text beneath. */
export function createCardForm(onChange: () => void): CardForm {
  const prefix = `sandbox-card-${++formsMade}`;
  const inputs = {} as Record<FieldName, HTMLInputElement>;
  const errors = {} as Record<FieldName, HTMLElement>;
  const brandName = make('span', { class: 'sandbox-brand', id: `${prefix}-brand` });
  const brand = (): Brand => brandOf(digitsOf(inputs.number.value));
  const errorIn = (field: FieldName) => errorOf(field, inputs[field].value, brand(), new Date());

  function showError(field: FieldName, error: FieldError | null) {
    errors[field].textContent = error?.message ?? '';
    inputs[field].setAttribute('aria-invalid', String(error !== null));
  }

  function write(field: FieldName, typing: boolean) {
    const input = inputs[field];
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const before = digitsOf(input.value.slice(0, caret)).length;
    const formatted = formatField(field, input.value, brand(), typing);
    if (formatted === input.value) return;
    input.value = formatted;
    if (document.activeElement !== input) return;
    const place = atEnd ? formatted.length : caretAfter(formatted, before);
    input.setSelectionRange(place, place);
  }

  function changed(field: FieldName) {
    brandName.textContent = brandNames[brand()];
    const error = errorIn(field);
    // An unfinished field shows no error yet; a finished one shows it at once.
    showError(field, error?.code.startsWith('incomplete') ? null : error);
    onChange();
  }

  function createField(field: FieldName): HTMLElement {
    const id = `${prefix}-${field}`;
    const input = make('input', {
      id,
      type: 'text',
      inputmode: 'numeric',
      autocorrect: 'off',
      spellcheck: 'false',
      'aria-invalid': 'false',
      'aria-describedby': `${id}-error${field === 'number' ? ` ${prefix}-brand` : ''}`,
      ...fieldAttributes[field],
    });
    const error = make('p', { id: `${id}-error`, class: 'sandbox-error', 'aria-live': 'polite' });
    inputs[field] = input;
    errors[field] = error;
    input.addEventListener('input', (event) => {
      write(field, !(event instanceof InputEvent) || !event.inputType.startsWith('delete'));
      changed(field);
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') showError(field, errorIn(field));
    });
    const box = make('div', { class: 'sandbox-box' }, input);
    if (field === 'number') box.append(brandName);
    return make(
      'div',
      { class: `sandbox-field sandbox-field-${field}` },
      make('label', { for: id }, fieldLabels[field]),
      box,
      error,
    );
  }

  function fill(number: string) {
    const year = String((new Date().getFullYear() + 4) % 100).padStart(2, '0');
    inputs.number.value = number;
    inputs.expiry.value = `12 / ${year}`;
    inputs.cvc.value = '123';
    for (const field of fieldNames) changed(field);
  }

  function createOffer([number, what]: (typeof offeredCards)[number]) {
    const button = make('button', { type: 'button' }, make('span', {}, number), make('span', {}, what));
    button.addEventListener('click', () => fill(number));
    return make('li', {}, button);
  }

  const fields = fieldNames.map(createField);
  const root = make(
    'div',
    { class: 'sandbox-card', role: 'group', 'aria-label': 'Payment details' },
    make(
      'div',
      { class: 'sandbox-head' },
      make('p', {}, 'Card'),
      make('span', { class: 'sandbox-mark' }, 'Sandbox'),
    ),
    ...fields,
    make(
      'details',
      { class: 'sandbox-cards' },
      make('summary', {}, 'Test cards'),
      make('ul', {}, ...offeredCards.map(createOffer)),
    ),
  );

  return {
    root,
    validate() {
      const found = fieldNames.map((field) => ({ field, error: errorIn(field) }));
      for (const { field, error } of found) showError(field, error);
      const first = found.find(({ error }) => error !== null);
      if (first) inputs[first.field].focus();
      return first?.error ?? null;
    },
    state: () => ({
      empty: fieldNames.every((field) => inputs[field].value === ''),
      complete: fieldNames.every((field) => errorIn(field) === null),
    }),
    card() {
      const expiry = digitsOf(inputs.expiry.value);
      return {
        number: digitsOf(inputs.number.value),
        exp_month: expiry.slice(0, 2),
        exp_year: expiry.slice(2),
        cvc: inputs.cvc.value,
      };
    },
    setReadOnly(readOnly) {
      for (const field of fieldNames) inputs[field].readOnly = readOnly;
      root.setAttribute('aria-busy', String(readOnly));
    },
    focus: () => inputs.number.focus(),
    clear() {
      for (const field of fieldNames) {
        inputs[field].value = '';
        showError(field, null);
      }
      brandName.textContent = '';
      onChange();
    },
  };
}
