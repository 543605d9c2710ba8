import { expect, test } from 'vitest';
import { stepFrom } from './row-keys.ts';

test('a step from outside of a list leads to its first row, and no step leads beyond the ends', () => {
  expect([stepFrom(-1, 1, 3), stepFrom(-1, -1, 3)]).toEqual([0, 0]);
  expect([stepFrom(0, 1, 3), stepFrom(2, 1, 3), stepFrom(1, -1, 3), stepFrom(0, -1, 3)]).toEqual([
    1, 2, 0, 0,
  ]);
});
