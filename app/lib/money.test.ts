import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test('money is shown in dollars with two decimals', () => {
  expect(formatMoney(140_099)).toBe('$1,400.99');
  expect(formatMoney(0)).toBe('$0.00');
  expect(formatMoney(-500)).toBe('−$5.00');
});

test('whole dollars lose their cents only where asked', () => {
  expect(formatMoney(18_900)).toBe('$189.00');
  expect(formatMoney(18_900, { trimZeros: true })).toBe('$189');
  expect(formatMoney(18_950, { trimZeros: true })).toBe('$189.50');
});
