import { expect, test } from 'vitest';
import { weekLines } from './week-lines.ts';

const usual = { from: 480, until: 1200 };

test('equal days that follow each other share a line', () => {
  expect(weekLines([usual, usual, usual, usual, { from: 570, until: 1440 }, null, null])).toEqual([
    'Monday to Thursday: 8 am to 8 pm',
    'Friday: 9:30 am to midnight',
    'Saturday to Sunday: no visits',
  ]);
});

test('a week of equal days is one line', () => {
  expect(weekLines(Array(7).fill(usual))).toEqual(['Every day: 8 am to 8 pm']);
});
