import { expect, test } from 'vitest';
import { usagePercent } from './usage.ts';

test('usage is a percentage of the month, and 0 without a plan', () => {
  expect(usagePercent({ usedHours: '3.0', monthlyHours: 12 })).toBe(25);
  expect(usagePercent({ usedHours: '15', monthlyHours: 12 })).toBe(125);
  expect(usagePercent({ usedHours: '0', monthlyHours: 0 })).toBe(0);
  expect(usagePercent({ usedHours: '2.5', monthlyHours: 0 })).toBe(0);
});
