import { expect, test } from 'vitest';
import { dueOf, stepOf } from './due.ts';

const by = '2026-11-20T04:00:00.000Z';
const before = (ms: number) => Date.parse(by) - ms;
const minute = 60_000;

test.each([
  [120 * minute, 'good', 'On time: 2 h left'],
  [85 * minute + 1, 'good', 'On time: 1 h 25 min left'],
  [30 * minute + 1, 'good', 'On time: 30 min left'],
  [30 * minute, 'soon', 'Due soon: 30 min left'],
  [5 * minute + 1, 'soon', 'Due soon: 5 min left'],
  [5 * minute, 'soon', 'Due in 5:00'],
  [61_500, 'soon', 'Due in 1:02'],
  [1, 'soon', 'Due in 0:01'],
  [0, 'late', 'Overdue now'],
  [-minute, 'late', 'Overdue by 1 min'],
  [-65 * minute, 'late', 'Overdue by 1 h 5 min'],
  [-30 * 60 * minute, 'late', 'Overdue by 30 h'],
  [-72 * 60 * minute, 'late', 'Overdue by 3 days'],
])('an answer due in %i ms is %s: %s', (left, level, text) => {
  expect(dueOf(by, before(left))).toEqual({ level, text });
});

test('the time ticks by the minute, by the second in the last five, and not without a waiting request', () => {
  expect(stepOf([], before(0))).toBeNull();
  expect(stepOf([by], before(60 * minute))).toBe(minute);
  expect(stepOf([by], before(6 * minute))).toBe(1000);
  expect(stepOf([by, '2026-11-21T04:00:00.000Z'], before(4 * minute))).toBe(1000);
  expect(stepOf([by], before(-minute))).toBe(minute);
});
