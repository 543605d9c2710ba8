import { expect, test } from 'vitest';
import { caretAfter, errorOf, formatField } from './card-fields.ts';

const now = new Date(2026, 10, 21);

test('numbers are grouped as on the card', () => {
  expect(formatField('number', '4242424242424242', 'visa', true)).toBe('4242 4242 4242 4242');
  expect(formatField('number', '42424', 'visa', true)).toBe('4242 4');
  expect(formatField('number', '378282246310005', 'amex', true)).toBe('3782 822463 10005');
  expect(formatField('number', '4242-4242-4242-4242-99', 'visa', true)).toBe('4242 4242 4242 4242');
});

test('expiry dates are read in any form', () => {
  for (const written of ['1240', '12/40', '12 / 40', '12/2040']) {
    expect(formatField('expiry', written, 'visa', true)).toBe('12 / 40');
  }
  expect(formatField('expiry', '5', 'visa', true)).toBe('05');
  expect(formatField('expiry', '5', 'visa', false)).toBe('5');
  expect(formatField('expiry', '1', 'visa', true)).toBe('1');
});

test('the caret stays behind its digit', () => {
  expect(caretAfter('4242 4242', 4)).toBe(4);
  expect(caretAfter('4242 4242', 5)).toBe(6);
  expect(caretAfter('12 / 40', 3)).toBe(6);
  expect(caretAfter('4242', 9)).toBe(4);
});

test('errors have the provider’s codes and words', () => {
  const code = (field: 'number' | 'expiry' | 'cvc', value: string, brand: 'visa' | 'amex' = 'visa') =>
    errorOf(field, value, brand, now)?.code ?? null;
  expect(code('number', '')).toBe('incomplete_number');
  expect(code('number', '4242 4242 4242 4241')).toBe('invalid_number');
  expect(code('number', '4242 4242 4242 4242')).toBeNull();
  expect(code('expiry', '12')).toBe('incomplete_expiry');
  expect(code('expiry', '13 / 30')).toBe('invalid_expiry_month');
  expect(code('expiry', '12 / 20')).toBe('invalid_expiry_year_past');
  expect(code('expiry', '10 / 26')).toBe('invalid_expiry_month_past');
  expect(code('expiry', '11 / 26')).toBeNull();
  expect(code('expiry', '11 / 90')).toBe('invalid_expiry_year');
  expect(code('cvc', '12')).toBe('incomplete_cvc');
  expect(code('cvc', '123')).toBeNull();
  expect(code('cvc', '123', 'amex')).toBe('incomplete_cvc');
  expect(errorOf('number', '4242 4242 4242 4241', 'visa', now)?.message).toBe('Your card number is invalid.');
  expect(errorOf('expiry', '12 / 20', 'visa', now)?.message).toBe(
    "Your card's expiration year is in the past.",
  );
});
