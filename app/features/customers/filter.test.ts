import { expect, test } from 'vitest';
import { searchOf } from '../../lib/search.ts';
import { filterOf } from './filter.ts';

test('an address keeps the list’s filter, and only that', () => {
  const filter = { text: 'anna b', role: 'admin', tier: 'none' };
  expect(searchOf(filter)).toBe('?text=anna+b&role=admin&tier=none');
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter);
  expect(searchOf({ text: ' ', role: '', tier: '' })).toBe('');
  expect(filterOf(new URLSearchParams('?role=owner&tier=Gold!&tab=ledger'))).toEqual({
    text: '',
    role: '',
    tier: '',
  });
});
