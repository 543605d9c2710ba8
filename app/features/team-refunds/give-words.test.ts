import { expect, test } from 'vitest';
import { effectsOf, giveText, problemsOf } from './give-words.ts';

const days = { first: '2026-11-21', last: '2027-11-21' };
const reason = 'The visit began late.';
const fields = { hours: 2, expiresOn: '2027-01-31', reason };

test.each([0, 0.1, 1.3, 24.25, Number.NaN])('%j hours cannot be given', (hours) => {
  expect(Object.keys(problemsOf({ ...fields, hours }, days))).toEqual(['hours']);
  expect(giveText(hours)).toBe('Give Hours');
});

test('a past day, one past a year, and a missing reason are said', () => {
  expect(problemsOf(fields, days)).toEqual({});
  expect(problemsOf({ ...fields, expiresOn: '2026-11-20' }, days).expiresOn).toBe(
    'Please choose a day to come',
  );
  expect(problemsOf({ ...fields, expiresOn: '' }, days).expiresOn).toBe('Please choose a day to come');
  expect(problemsOf({ ...fields, expiresOn: '2027-11-22' }, days).expiresOn).toContain('within a year');
  expect(problemsOf({ ...fields, reason: ' ' }, days).reason).toContain('the customer reads it');
});

test('the effects name the hours before and after, and their last day', () => {
  const has = { grants: [{ remainingHours: 1.25 }], heldHours: 0 } as Parameters<typeof effectsOf>[1];
  const now = new Date('2026-11-21T00:00:00.000Z');
  expect(effectsOf(fields, has, { name: 'Noah Park', now }).slice(0, 2)).toEqual([
    '2 h from now until the end of 31 January 2027.',
    'Noah Park has 1.25 h now, and 3.25 h then. Hours that expire first are used first.',
  ]);
  expect(effectsOf({ ...fields, expiresOn: '' }, has, { name: 'Noah Park', now })).toEqual([]);
});

test('a name that reads from right to left leaves the words and hours around it in their places', () => {
  const has = { grants: [], heldHours: 0 };
  const [, hours, , notice] = effectsOf(fields, has, { name: 'נועה' });
  for (const text of [hours, notice]) expect(text).toMatch(/^\u2068נועה\u2069 (has|is told)/);
});
