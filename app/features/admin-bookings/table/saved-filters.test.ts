import { expect, test } from 'vitest';
import { noFilter } from '../filter.ts';
import { maySave, mostSaved, nameOfFilter, savedIn } from './saved-filters.ts';

test('a damaged list, unknown parts and empty filters are left out of the saved ones', () => {
  expect(savedIn(null)).toEqual([]);
  expect(savedIn('no json')).toEqual([]);
  expect(savedIn('{"name":"x"}')).toEqual([]);
  const stored = [
    { name: 'Pending', search: '?status=pending&colour=red' },
    { name: 'Empty', search: '?status=lost' },
    { name: 1, search: '?status=pending' },
  ];
  expect(savedIn(JSON.stringify(stored))).toEqual([{ name: 'Pending', search: '?status=pending' }]);
});

test('a filter is saved once, if it does anything, while there is room', () => {
  const pending = { ...noFilter, status: 'pending' };
  const saved = [{ name: 'Pending', search: '?status=pending' }];
  expect([maySave(noFilter, []), maySave(pending, []), maySave(pending, saved)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(maySave({ ...noFilter, sort: 'when' }, saved)).toBe(true);
  expect(maySave({ ...noFilter, sort: 'when' }, Array(mostSaved).fill(saved[0]))).toBe(false);
});

test('a filter is named by its parts', () => {
  expect(nameOfFilter({ text: ' keller ', sort: 'when' }, ['Pending', 'Card'])).toBe(
    'Pending, Card, “keller”, by time',
  );
});
