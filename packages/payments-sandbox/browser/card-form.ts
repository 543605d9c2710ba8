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
  const brandName = make('span', { class: 'sandbox-brand', id: `${prefix}-brand` });
  const fields: Record<FieldName, Field> = {
    number: createField('number', prefix, brandName),
    expiry: createField('expiry', prefix),
    cvc: createField('cvc', prefix),
  };
  const textOf = (name: FieldName) => fields[name].input.value;
  const brand = (): Brand => brandOf(digitsOf(textOf('number')));
  const errorIn = (name: FieldName) => errorOf(name, textOf(name), brand(), new Date());

  function changed(name: FieldName) {
    brandName.textContent = brandNames[brand()];
    const error = errorIn(name);
    // An unfinished field shows no error yet; a finished one shows it at once.
    showError(fields[name], error?.code.startsWith('incomplete') ? null : error);
    onChange();
  }

  for (const name of fieldNames) {
    const { input } = fields[name];
    input.addEventListener('input', (event) => {
      const typing = !(event instanceof InputEvent) || !event.inputType.startsWith('delete');
      formatInput(name, input, brand(), typing);
      changed(name);
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') showError(fields[name], errorIn(name));
    });
  }

  function fill(number: string) {
    const year = String((new Date().getFullYear() + 4) % 100).padStart(2, '0');
    fields.number.input.value = number;
    fields.expiry.input.value = `12 / ${year}`;
    fields.cvc.input.value = '123';
    for (const name of fieldNames) changed(name);
  }

  const root = createRoot(
    fieldNames.map((name) => fields[name].root),
    fill,
  );

  return {
    root,
    validate() {
      const found = fieldNames.map((name) => ({ name, error: errorIn(name) }));
      for (const { name, error } of found) showError(fields[name], error);
      const first = found.find(({ error }) => error !== null);
      if (first) fields[first.name].input.focus();
      return first?.error ?? null;
    },
    state: () => ({
      empty: fieldNames.every((name) => textOf(name) === ''),
      complete: fieldNames.every((name) => errorIn(name) === null),
    }),
    card: () => cardOf(textOf),
    setReadOnly(readOnly) {
      for (const name of fieldNames) fields[name].input.readOnly = readOnly;
      root.setAttribute('aria-busy', String(readOnly));
    },
    focus: () => fields.number.input.focus(),
    clear() {
      for (const name of fieldNames) {
        fields[name].input.value = '';
        showError(fields[name], null);
      }
      brandName.textContent = '';
      onChange();
    },
  };
}

/** A field of the form, with the elements in it that change. */
interface Field {
  root: HTMLElement;
  input: HTMLInputElement;
  error: HTMLElement;
}

/** A labelled input with its error as text beneath. `beside` stands next to the input, and describes it too. */
function createField(name: FieldName, prefix: string, beside?: HTMLElement): Field {
  const id = `${prefix}-${name}`;
  const input = make('input', {
    id,
    type: 'text',
    inputmode: 'numeric',
    autocorrect: 'off',
    spellcheck: 'false',
    'aria-invalid': 'false',
    'aria-describedby': `${id}-error${beside ? ` ${beside.id}` : ''}`,
    ...fieldAttributes[name],
  });
  const error = make('p', { id: `${id}-error`, class: 'sandbox-error', 'aria-live': 'polite' });
  const box = make('div', { class: 'sandbox-box' }, input);
  if (beside) box.append(beside);
  const label = make('label', { for: id }, fieldLabels[name]);
  const root = make('div', { class: `sandbox-field sandbox-field-${name}` }, label, box, error);
  return { root, input, error };
}

function showError(field: Field, error: FieldError | null) {
  field.error.textContent = error?.message ?? '';
  field.input.setAttribute('aria-invalid', String(error !== null));
}

/** Formats the text of an input; the caret stays behind the same digit. */
function formatInput(name: FieldName, input: HTMLInputElement, brand: Brand, typing: boolean) {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const before = digitsOf(input.value.slice(0, caret)).length;
  const formatted = formatField(name, input.value, brand, typing);
  if (formatted === input.value) return;
  input.value = formatted;
  if (document.activeElement !== input) return;
  const place = atEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(place, place);
}

function cardOf(textOf: (name: FieldName) => string): ReturnType<CardForm['card']> {
  const expiry = digitsOf(textOf('expiry'));
  return {
    number: digitsOf(textOf('number')),
    exp_month: expiry.slice(0, 2),
    exp_year: expiry.slice(2),
    cvc: textOf('cvc'),
  };
}

/** The form on the page: its heading, the fields, and the test cards that fill them. */
function createRoot(fields: HTMLElement[], fill: (number: string) => void): HTMLElement {
  return make(
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
      make('ul', {}, ...offeredCards.map(([number, what]) => createOffer(number, what, fill))),
    ),
  );
}

function createOffer(number: string, what: string, fill: (number: string) => void) {
  const button = make('button', { type: 'button' }, make('span', {}, number), make('span', {}, what));
  button.addEventListener('click', () => fill(number));
  return make('li', {}, button);
}
