import { expect, test } from 'vitest';
import { formatMoney, hasCents, symbolOf } from './money.ts';

test.each([
  ['aud', '$1,400.99'],
  ['usd', '$1,400.99'],
  ['eur', '€1,400.99'],
  ['gbp', '£1,400.99'],
])('an amount in %s is %s', (currency, text) => {
  expect(formatMoney(140_099, currency)).toBe(text);
  expect(formatMoney(-140_099, currency)).toBe(`−${text}`);
});

test('a currency has the symbol that its amounts show', () => {
  expect(['aud', 'eur', 'chf'].map(symbolOf)).toEqual(['$', '€', 'CHF']);
});

test('whole amounts lose their decimals only on request', () => {
  expect(formatMoney(18_900, 'eur')).toBe('€189.00');
  expect(formatMoney(18_900, 'eur', { trimZeros: true })).toBe('€189');
  expect(formatMoney(18_950, 'eur', { trimZeros: true })).toBe('€189.50');
});

test('only existing currencies with hundredths can be used', () => {
  expect(['aud', 'usd', 'eur', 'gbp', 'nzd', 'chf', 'sek'].every(hasCents)).toBe(true);
  expect(['jpy', 'krw', 'isk', 'kwd', 'bhd', 'zzz'].some(hasCents)).toBe(false);
});
