import { expect, test } from 'vitest';
import { Refusal, unauthorized } from './refusal.ts';

const isTraced = ({ stack = '' }: Error) => stack.includes('refusal.test.ts');

test('every error has a stack trace, except refusals that answer a flood of calls', () => {
  expect([unauthorized(), new Refusal('too_many_requests', 'Too many')].map(isTraced)).toEqual([
    false,
    false,
  ]);
  expect(isTraced(new Refusal('conflict', 'It is over'))).toBe(true);
  expect(isTraced(new Error('A fault'))).toBe(true);
});
