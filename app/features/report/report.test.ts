import { expect, test } from 'vitest';
import { changeText, hoursText, shareText, waitText } from './figures.ts';
import { choices, monthNow, monthOf, titleOf } from './months.ts';

test("the month is that of the business's zone", () => {
  // The date in Sydney is already in December.
  const now = new Date('2026-11-30T13:00:00.000Z');
  expect(monthNow('Australia/Sydney', now)).toBe('2026-12');
  expect(monthNow('America/New_York', now)).toBe('2026-11');
});

test('an address without a month means the present one', () => {
  expect(monthOf('2025-02', 'UTC')).toBe('2025-02');
  for (const name of [null, '', '2026-13', '2026-1', 'x']) expect(monthOf(name, 'UTC')).toBe(monthNow('UTC'));
});

test('months continue across the year', () => {
  expect(titleOf('2026-11')).toBe('November 2026');
  const all = choices('2020-05', '2026-11');
  expect([all[0], all.at(-2), all.at(-1), all.length]).toEqual(['2026-11', '2024-11', '2020-05', 26]);
});

test('figures are compared with those of the month before', () => {
  expect(changeText(112, 100)).toBe('+12 %');
  expect(changeText(60, 100)).toBe('−40 %');
  expect(changeText(19, 1)).toBe('×19');
  expect(changeText(0, 0)).toBe('the same');
  expect(changeText(5, 0)).toBe('none before');
  expect(changeText(1000, 1001)).toBe('about the same');
  expect(hoursText(12.333333)).toBe('12.33');
  expect(shareText(2, 3)).toBe('67 %');
  expect(shareText(0, 0)).toBe('–');
  expect([null, 0.4, 25.4, 60, 125, 2879.6].map(waitText)).toEqual([
    '–',
    'under 1 min',
    '25 min',
    '1 h',
    '2 h 5 min',
    '2 days',
  ]);
});
