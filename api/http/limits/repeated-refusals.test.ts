import { expect, test } from 'vitest';
import { createRepeatedRefusals } from './repeated-refusals.ts';

function refuse(refusals: ReturnType<typeof createRepeatedRefusals>, key: string, times: number): void {
  for (let n = 0; n < times; n += 1) refusals.add(key);
}

test('the eleventh request after refusals within a second is not looked at, and another sender is', () => {
  const refusals = createRepeatedRefusals(() => 0);
  refuse(refusals, 'a', 9);
  expect(refusals.has('a')).toBe(false);
  refuse(refusals, 'a', 1);
  expect(refusals.has('a')).toBe(true);
  expect(refusals.has('b')).toBe(false);
});

test('a sender who waits as long as the answer says is looked at again', () => {
  let now = 0;
  const refusals = createRepeatedRefusals(() => now);
  refuse(refusals, 'a', 10);
  now = 999;
  expect(refusals.has('a')).toBe(true);
  now = 1000;
  expect(refusals.has('a')).toBe(false);
});
