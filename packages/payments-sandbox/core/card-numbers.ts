/** Facts about a card that follow from its number alone; shared by the sandbox's server and its browser script. */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

const ranges: [Brand, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['unionpay', /^62/],
];

export function brandOf(digits: string): Brand {
  return ranges.find(([, pattern]) => pattern.test(digits))?.[0] ?? 'unknown';
}

export function numberLengthOf(brand: Brand): number {
  if (brand === 'amex') return 15;
  return brand === 'diners' ? 14 : 16;
}

export const cvcLengthOf = (brand: Brand): number => (brand === 'amex' ? 4 : 3);

/** The check digit of ISO/IEC 7812-1 (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}
