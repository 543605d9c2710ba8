import { expect, test } from 'vitest';
import { movedByKey, stripMonths } from './strip-keys.ts';

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 0, 0],
  ['PageDown', 3, 10],
  ['PageDown', 58, 59],
  ['PageUp', 3, 0],
  ['Home', 10, 7],
  ['End', 10, 13],
  ['End', 57, 59],
  ['Enter', 3, null],
  ['a', 3, null],
])('%s on day %i of 60 moves to %s', (key, at, to) => {
  expect(movedByKey(key, at, 60)).toBe(to);
});

test('the months on screen have one year, unless it changes', () => {
  expect(stripMonths('2026-11-23', '2026-11-29')).toBe('Nov 2026');
  expect(stripMonths('2026-11-28', '2026-12-04')).toBe('Nov – Dec 2026');
  expect(stripMonths('2026-12-28', '2027-01-03')).toBe('Dec 2026 – Jan 2027');
});
