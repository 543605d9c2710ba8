import { type Brand, brandOf, cvcLengthOf, numberLengthOf, passesLuhn } from '../core/card-numbers.ts';

export type FieldName = 'number' | 'expiry' | 'cvc';

/** A field's error, in the provider's code and words. */
export interface FieldError {
  code: string;
  message: string;
}

export const digitsOf = (value: string): string => value.replace(/\D/g, '');

function groupNumber(digits: string, brand: Brand): string {
  const groups = brand === 'amex' || brand === 'diners' ? [4, 6, 5] : [4, 4, 4, 4];
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

function formatNumber(value: string): string {
  const digits = digitsOf(value);
  const brand = brandOf(digits);
  return groupNumber(digits.slice(0, numberLengthOf(brand)), brand);
}

/** Formats `1240`, `12/40`, `12/2040`, and a single month digit above 1 while `typing`, as `MM / YY`. */
function formatExpiry(value: string, typing: boolean): string {
  let digits = digitsOf(value);
  if (typing && /^[2-9]$/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatField(field: FieldName, value: string, brand: Brand, typing: boolean): string {
  if (field === 'number') return formatNumber(value);
  if (field === 'expiry') return formatExpiry(value, typing);
  return digitsOf(value).slice(0, brand === 'unknown' ? 4 : cvcLengthOf(brand));
}

/** The caret's place in the formatted text: behind the same digit as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let i = 0; i < formatted.length; i++) {
    if (seen === digitsBefore) return i;
    if (/\d/.test(formatted[i] ?? '')) seen++;
  }
  return formatted.length;
}

function numberError(value: string): FieldError | null {
  const digits = digitsOf(value);
  if (digits.length < numberLengthOf(brandOf(digits))) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (!passesLuhn(digits)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
  return null;
}

function expiryError(value: string, now: Date): FieldError | null {
  const digits = digitsOf(value);
  if (digits.length < 4) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };
  }
  if (year < now.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  if (year > now.getFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  return null;
}

export function errorOf(field: FieldName, value: string, brand: Brand, now: Date): FieldError | null {
  if (field === 'number') return numberError(value);
  if (field === 'expiry') return expiryError(value, now);
  return value.length < cvcLengthOf(brand)
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null;
}
