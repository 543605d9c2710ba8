import { expect, test } from 'vitest';
import { tabOf, tabs } from './tabs.ts';

test('an address names a tab; any other name means the first', () => {
  expect(tabs.map(({ value }) => tabOf(value))).toEqual([
    'subscription',
    'profile',
    'billing',
    'preferences',
  ]);
  for (const name of [null, '', 'Billing', 'nothing']) expect(tabOf(name)).toBe('subscription');
});
