import { expect, test } from 'vitest';
import { labelOf } from './label-of.ts';

test('a value has its words, and one of another release its own name', () => {
  const labels = { pending: 'Waiting' };
  expect(labelOf(labels, 'pending')).toBe('Waiting');
  expect(labelOf<string>(labels, 'no_show')).toBe('No show');
});
