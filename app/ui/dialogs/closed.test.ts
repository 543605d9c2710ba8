import { expect, test } from 'vitest';
import { closed } from './closed.ts';

test('a late answer closes the sheet from which it was sent, and none that was opened since', () => {
  const first = { booking: 'b1', open: true };
  const second = { booking: 'b2', open: true };
  expect(closed(first)(first)).toEqual({ booking: 'b1', open: false });
  expect(closed(first)(second)).toBe(second);
  expect(closed(first)({ ...first })).toEqual(first);
  expect(closed(first)(undefined)).toBeUndefined();
});
