import { expect, test } from 'vitest';
import { attemptFor } from './attempt.ts';

const keys = () => {
  let n = 0;
  return () => `key-${++n}`;
};

test('a double tap sends one key', () => {
  const newKey = keys();
  const first = attemptFor({ phone: '1' }, undefined, newKey);
  expect(attemptFor({ phone: '1' }, first, newKey)).toBe(first);
});

test('changed content is another attempt', () => {
  const newKey = keys();
  const first = attemptFor({ phone: '1' }, undefined, newKey);
  expect(attemptFor({ phone: '2' }, first, newKey).key).not.toBe(first.key);
});

test('keys are UUIDs of their own', () => {
  const one = attemptFor('x', undefined).key;
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(attemptFor('x', undefined).key).not.toBe(one);
});
