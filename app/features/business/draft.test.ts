import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import {
  bodyOf,
  changedSince,
  changesOf,
  type Facts,
  postcodesIn,
  problemOf,
  type Settings,
  withDays,
} from './draft.ts';

const facts: Facts = {
  name: 'Hearthkeep',
  phone: '1300 555 014',
  email: 'support@hearthkeep.example',
  address: '',
  timeZone: 'Australia/Sydney',
  currency: 'aud',
  terms: '',
  privacy: '',
  cancellation: '',
  week: Array.from({ length: 7 }, () => ({ from: 480, until: 1200 })),
  closedDays: [{ day: '2026-12-25', name: 'Christmas Day' }],
  postcodes: [],
  slots: 'off',
};

test('only fields that differ from the published ones are sent', () => {
  const draft = { name: 'Hearthkeep', phone: '02 5550 0001', closedDays: [...facts.closedDays], address: '' };
  expect(changesOf(draft, facts)).toEqual({ phone: '02 5550 0001' });
  expect(changesOf({ closedDays: [] }, facts)).toEqual({ closedDays: [] });
});

test('the fields that somebody else published meanwhile are named', () => {
  const week = facts.week.map((hours, n) => (n === 6 ? null : hours));
  expect(changedSince(facts, { ...facts, name: 'Harbour House', week })).toEqual(['name', 'week']);
  expect(changedSince(facts, { ...facts })).toEqual([]);
});

test('a draft is published on the present version once nothing differs from what its owner saw', () => {
  const settings = (version: number, given: Partial<Facts> = {}): Settings => ({
    ...facts,
    ...given,
    version,
    tel: '',
    isFixed: false,
    differing: [],
    outside: { bookings: [], more: false },
  });
  const draft = { phone: '02 5550 0001' };
  expect(bodyOf(settings(1), settings(2, { name: 'Harbour House' }), draft)).toBeNull();
  expect(bodyOf(settings(1), settings(3), draft)).toEqual({ version: 3, ...draft });
});

test('a refusal of a part of a list stands at the list', () => {
  const body = JSON.stringify({
    code: 'invalid_input',
    message: 'No',
    fields: { 'closedDays.0.day': 'No day' },
  });
  const error = new ApiError(400, body, 'Bad Request', null);
  expect(problemOf(error, 'closedDays')).toBe('No day');
  expect(problemOf(error, 'name')).toBeUndefined();
});

test('postcodes are divided by commas and lines, and keep their own spaces', () => {
  expect(postcodesIn('2000, 2010\nSW1A 1AA;;  ')).toEqual(['2000', '2010', 'SW1A 1AA']);
});

test('added holidays come in order, and a day that is closed already keeps its reason', () => {
  const added = [
    { day: '2027-01-01', name: 'New Year’s Day' },
    { day: '2026-12-25', name: 'Holiday' },
    { day: '2026-12-24', name: 'Eve' },
  ];
  expect(withDays(facts.closedDays, added)).toEqual([
    { day: '2026-12-24', name: 'Eve' },
    { day: '2026-12-25', name: 'Christmas Day' },
    { day: '2027-01-01', name: 'New Year’s Day' },
  ]);
});
