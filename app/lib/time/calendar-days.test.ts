import { expect, test } from 'vitest';
import { daysBetween, daysLater, monthsLater } from './calendar-days.ts';

test('days are counted without a zone', () => {
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysLater('2026-10-05', -2)).toBe('2026-10-03');
  expect(daysLater('2027-02-28', 1)).toBe('2027-03-01');
  expect(daysBetween('2026-10-03', '2026-10-05')).toBe(2);
});

test('months are counted over the ends of years', () => {
  expect([monthsLater('2026-12', 1), monthsLater('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
