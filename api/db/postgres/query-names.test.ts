import { expect, test } from 'vitest';
import { queryNames } from './query-names.ts';

test('a query gets a name when it is asked again, and keeps it', () => {
  const nameOf = queryNames();
  expect(nameOf('select 1')).toBeUndefined();
  expect(nameOf('select 1')).toBe('q1');
  expect(nameOf('select 2')).toBeUndefined();
  expect(nameOf('select 2')).toBe('q2');
  expect(nameOf('select 1')).toBe('q1');
});

test('statements without a plan and very long queries get none', () => {
  const nameOf = queryNames();
  for (const text of ['begin', 'set local lock_timeout = 1', `select ${'1, '.repeat(2_000)}1`]) {
    expect(nameOf(text)).toBeUndefined();
    expect(nameOf(text)).toBeUndefined();
  }
});

test('a connection keeps a limited number of them', () => {
  const nameOf = queryNames();
  const named = Array.from({ length: 1_000 }, (_, n) => [`select ${n}`, `select ${n}`].map(nameOf)[1]);
  expect(named.filter(Boolean)).toHaveLength(400);
});
