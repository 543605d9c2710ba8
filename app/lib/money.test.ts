import { expect, test } from 'vitest';
import { centsOf, currencySymbol, formatMoney, setCurrency } from './money.ts';

test('money is shown with two decimals', () => {
  expect(formatMoney(140_099)).toBe('$1,400.99');
  expect(formatMoney(0)).toBe('$0.00');
  expect(formatMoney(-500)).toBe('−$5.00');
});

test('whole amounts lose their cents only on request', () => {
  expect(formatMoney(18_900)).toBe('$189.00');
  expect(formatMoney(18_900, { trimZeros: true })).toBe('$189');
  expect(formatMoney(18_950, { trimZeros: true })).toBe('$189.50');
});

test('a price in whole units is whole cents', () => {
  expect([centsOf(1400.99), centsOf(189), centsOf(0.29), centsOf(null)]).toEqual([140_099, 18_900, 29, null]);
});

test('amounts are shown in the currency of the installation', () => {
  setCurrency('eur');
  expect(formatMoney(140_099)).toBe('€1,400.99');
  expect(currencySymbol()).toBe('€');
  setCurrency('aud');
});
