import { expect, test } from 'vitest';
import { nameQuery, queryName } from './query-names.ts';

test('a query keeps the first name that it was given, and others have none', () => {
  nameQuery('select 1');
  const name = queryName('select 1');
  nameQuery('select 2');
  nameQuery('select 1');
  expect(name).toEqual(expect.any(String));
  expect(queryName('select 1')).toBe(name);
  expect(queryName('select 2')).not.toBe(name);
  expect(queryName('select 3')).toBeUndefined();
});
