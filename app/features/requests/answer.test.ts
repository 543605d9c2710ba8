import { expect, test } from 'vitest';
import { centsTyped, setCurrency } from '../../lib/money.ts';
import { bodyOf, problemsOf, sendText } from './answer.ts';

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
  ['$ 12,345,678.90', 1_234_567_890],
  [' 240 ', 24_000],
  ['240,50', null],
  ['1,25', null],
  ['1250,5', null],
  ['1,250,5', null],
  ['1 250', null],
  ['240.555', null],
  ['€240', null],
  ['£ 240', null],
  ['two hundred', null],
  ['-5', null],
  ['', null],
])('%o is %o cents', (typed, cents) => {
  expect(centsTyped(typed)).toBe(cents);
});

test('in another currency its own symbol passes, and no other', () => {
  setCurrency('eur');
  expect([centsTyped('€240'), centsTyped('240'), centsTyped('$240')]).toEqual([24_000, 24_000, null]);
  expect(problemsOf({ ...fields, amount: '$240' }).amountCents).toBe(
    'Please enter an amount between €1 and €50,000',
  );
  setCurrency('aud');
});

test('an error is shown at its own field', () => {
  const now = Date.parse('2026-11-20T02:00:00.000Z');
  expect(problemsOf(fields, now)).toEqual({});
  expect(problemsOf({ ...fields, amount: '0.99' }, now)).toHaveProperty('amountCents');
  expect(problemsOf({ ...fields, amount: '50000.01' }, now)).toHaveProperty('amountCents');
  expect(problemsOf({ ...fields, amount: '' }, now).amountCents).toBe(
    'Please enter an amount between $1 and $50,000',
  );
  expect(problemsOf({ ...fields, amount: '240,50' }, now).amountCents).toBe(
    'Please write the amount with a decimal point, such as 1,250.50',
  );
  expect(problemsOf({ ...fields, kind: 'hours', amount: '' }, now)).toEqual({});
  for (const hours of [Number.NaN, 0, 0.3, 100.5])
    expect(problemsOf({ ...fields, kind: 'hours', hours }, now)).toHaveProperty('hours');
  const passed = { ...fields, scheduledDate: '2026-11-20T02:00:00.000Z' };
  expect(problemsOf(passed, now)).toHaveProperty('scheduledDate');
});

test('the button names the price as it was understood', () => {
  expect(sendText({ ...fields, amount: '1250.5' })).toBe('Send Quote of $1,250.50');
  expect(sendText({ ...fields, amount: '240,50' })).toBe('Send Quote');
  expect(sendText({ ...fields, kind: 'hours' })).toBe('Send Quote');
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
