import { expect, test } from 'vitest';
import { bodyOf, centsOf, problemsOf } from './answer.ts';

const fields = {
  kind: 'price' as const,
  amount: '240',
  hours: 2,
  scheduledDate: '',
  message: ' With pleasure ',
  days: '7',
};

test.each([
  ['240', 24_000],
  ['$1,250.5', 125_050],
  ['240.55', 24_055],
  ['0.29', 29],
  ['240.555', null],
  ['two hundred', null],
  ['-5', null],
  ['', null],
])('%o is %o cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test('an error is shown at its own field', () => {
  const now = Date.parse('2026-11-20T02:00:00.000Z');
  expect(problemsOf(fields, now)).toEqual({});
  expect(problemsOf({ ...fields, amount: '0.99' }, now)).toHaveProperty('amountCents');
  expect(problemsOf({ ...fields, amount: '50000.01' }, now)).toHaveProperty('amountCents');
  expect(problemsOf({ ...fields, kind: 'hours', amount: '' }, now)).toEqual({});
  for (const hours of [Number.NaN, 0, 0.3, 100.5])
    expect(problemsOf({ ...fields, kind: 'hours', hours }, now)).toHaveProperty('hours');
  const passed = { ...fields, scheduledDate: '2026-11-20T02:00:00.000Z' };
  expect(problemsOf(passed, now)).toHaveProperty('scheduledDate');
});

test('only the fields of the chosen kind are sent', () => {
  const now = Date.parse('2026-11-20T02:00:00.000Z');
  expect(bodyOf(fields, null, now)).toEqual({
    kind: 'price',
    amountCents: 24_000,
    scheduledDate: null,
    message: 'With pleasure',
    replaces: null,
    expiresAt: '2026-11-27T02:00:00.000Z',
  });
  expect(bodyOf({ ...fields, kind: 'hours' }, null, now)).not.toHaveProperty('amountCents');
});
