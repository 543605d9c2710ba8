import { expect, test } from 'vitest';
import { searchOf } from '../../lib/search.ts';
import { everything, filterOf } from './filter.ts';

test('an address keeps the log’s filter, and only valid parts', () => {
  const actor = '7f3a91c2-0000-4000-8000-000000000000';
  const filter = { ...everything, actor, act: 'role_changed', from: '2026-11-01' };
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter);
  expect(searchOf(everything)).toBe('');
  expect(filterOf(new URLSearchParams('?actor=me&act=slept&from=today&user=x'))).toEqual(everything);
});
