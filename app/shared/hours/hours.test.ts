import { expect, test } from 'vitest';
import { rolledOverHours } from './hours.ts';

test('rolled-over hours are those beyond the month’s own; held hours still count as the member’s', () => {
  const month = { usedHours: '1.5', monthlyHours: 12 };
  expect(rolledOverHours({ ...month, heldHours: 0, remainingHours: 10.5 })).toBe(0);
  expect(rolledOverHours({ ...month, heldHours: 11.5, remainingHours: 6.5 })).toBe(7.5);
  expect(rolledOverHours({ ...month, heldHours: 2, remainingHours: 8.5 })).toBe(0);
  expect(rolledOverHours({ ...month, heldHours: 20, remainingHours: 0 })).toBe(0);
});
