import { expect, test } from 'vitest';
import type { HoursLine } from '../../../api/contract/schemas/hours.ts';
import { detailOf, signedHours, spokenHours, titleOf } from './hours-line.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T00:00:00.000Z');
const grant: HoursLine['grant'] = {
  tier: 'standard',
  periodStart: '2026-11-05T00:00:00.000Z',
  periodEnd: '2026-12-05T00:00:00.000Z',
  expiresAt: '2027-03-05T00:00:00.000Z',
};
const aLine = (given: Partial<HoursLine>): HoursLine => ({
  id: 'a',
  kind: 'used',
  at: '2026-11-10T00:00:00.000Z',
  hours: -1.5,
  balance: 10.5,
  grant,
  booking: { id: 'b', service: 'Lawn mowing' },
  workedAt: null,
  ...given,
});
const wordsOf = (given: Partial<HoursLine>) => [titleOf(aLine(given)), detailOf(aLine(given), zone, now)];

test('each movement has a title and a time', () => {
  const plain = { booking: null, hours: 12 };
  expect(wordsOf({ ...plain, kind: 'granted' })).toEqual([
    'Standard plan hours',
    'Tue 10 Nov · use by 5 March 2027',
  ]);
  const given = {
    tier: null,
    periodStart: '2026-11-10T00:00:00.000Z',
    periodEnd: '2027-01-31T12:59:59.999Z',
  };
  expect(
    wordsOf({ ...plain, hours: 2, kind: 'given', grant: { ...given, expiresAt: given.periodEnd } }),
  ).toEqual(['From the team', 'Tue 10 Nov · use by 31 January 2027']);
  expect(wordsOf({ ...plain, kind: 'upgrade' })[0]).toBe('Upgrade to Standard');
  expect(wordsOf({ workedAt: '2026-11-09T22:00:00.000Z' })).toEqual(['Lawn mowing', 'Done Tue 10 Nov']);
  expect(wordsOf({ workedAt: '2026-11-08T00:00:00.000Z' })[1]).toBe('Done Sun 8 Nov, entered Tue 10 Nov');
  expect(wordsOf({ kind: 'taken_back', hours: 1.5 })).toEqual(['Returned: Lawn mowing', 'Tue 10 Nov']);
  expect(wordsOf({ kind: 'overage', grant: null })[0]).toBe('Past your hours: Lawn mowing');
  expect(wordsOf({ kind: 'overage', grant: null, hours: 1.5 })[0]).toBe('Settled: Lawn mowing');
  expect(wordsOf({ kind: 'expired', booking: null })).toEqual([
    'Expired',
    'Tue 10 Nov · hours from Thu 5 Nov',
  ]);
  expect(wordsOf({ kind: 'expired', booking: null, hours: 1 })[0]).toBe('Used before they expired');
  expect(wordsOf({ kind: 'refunded', booking: null })).toEqual([
    'Refunded',
    'Tue 10 Nov · hours from Thu 5 Nov',
  ]);
  expect(wordsOf({ kind: 'refunded', booking: null, hours: 1 })[0]).toBe('Back after a refund');
});

test('hours carry their sign, in signs and in words', () => {
  expect([12, -1.5, 1, -1].map(signedHours)).toEqual(['+12 h', '−1.5 h', '+1 h', '−1 h']);
  expect([12, -1.5, 1, -1].map(spokenHours)).toEqual([
    'plus 12 hours',
    'minus 1.5 hours',
    'plus 1 hour',
    'minus 1 hour',
  ]);
});
