import { expect, test } from 'vitest';
import { Refusal, unauthorized } from './refusal.ts';

const isTraced = ({ stack = '' }: Error) => stack.includes('refusal.test.ts');

test('only a refusal that floods are answered with does not find out where it was made', () => {
  expect([unauthorized(), new Refusal('too_many_requests', 'Too many')].map(isTraced)).toEqual([
    false,
    false,
  ]);
  expect(isTraced(new Refusal('conflict', 'It is over'))).toBe(true);
  expect(isTraced(new Error('A fault'))).toBe(true);
});
