import { expect, test } from 'vitest';
import type { Opening } from '../../../../api/contract/rules/business/opening.ts';
import { formatArrival } from '../../../lib/time/dates.ts';
import {
  dayOf,
  isOpenOn,
  movedTo,
  nextOpen,
  rulesOf,
  timesOn,
  type VisitFacts,
  windowWords,
} from './time-slots.ts';
import { whyNotAt } from './why-not-at.ts';

const sydney = 'Australia/Sydney';
const rules = (facts: Partial<VisitFacts> & { now?: Date } = {}) =>
  rulesOf({ zone: sydney, now: new Date('2020-01-01T00:00:00.000Z'), ...facts });
const all = (day: string, facts: Partial<VisitFacts> = {}) =>
  timesOn(day, rules(facts)).parts.flatMap(({ slots }) => slots);
const refusals = (day: string, facts: Partial<VisitFacts>) =>
  timesOn(day, rules(facts)).parts.map(({ refused }) => refused?.word ?? null);

test('a day has half-hours from 8 to 12, 12 to 5 and 5 to 8', () => {
  expect(
    timesOn('2026-11-23', rules()).parts.map((p) => [p.label, p.slots[0]?.time, p.slots.at(-1)?.time]),
  ).toEqual([
    ['Morning', '08:00', '11:30'],
    ['Afternoon', '12:00', '16:30'],
    ['Evening', '17:00', '19:30'],
  ]);
  expect(all('2026-11-23')).toHaveLength(24);
});

test.each([
  ['the day before the clocks go forward', '2026-10-03', '2026-10-02T22:00:00.000Z'],
  ['the day on which they go forward', '2026-10-04', '2026-10-03T21:00:00.000Z'],
  ['the day before they go back', '2027-04-03', '2027-04-02T21:00:00.000Z'],
  ['the day on which they go back', '2027-04-04', '2027-04-03T22:00:00.000Z'],
])('8 am on %s is 8 am in the property’s zone', (_, day, instant) => {
  expect(all(day)[0]).toEqual({ time: '08:00', instant, label: '8:00 am' });
  expect(all(day)).toHaveLength(24);
  expect(dayOf(instant, sydney)).toBe(day);
});

test('a half-hour skipped by a clock change is not offered', () => {
  // Samoa crossed the date line and had no 30 December in 2011.
  expect(all('2011-12-30', { zone: 'Pacific/Apia', now: new Date(0) })).toEqual([]);
  expect(all('2011-12-31', { zone: 'Pacific/Apia', now: new Date(0) })).toHaveLength(24);
});

test('a past half-hour is not offered, the present moment still is', () => {
  const now = new Date('2026-11-22T23:30:00.000Z');
  expect(all('2026-11-23', { now })[0]?.time).toBe('10:30');
  expect(all('2026-11-23', { now: new Date(now.getTime() + 1) })[0]?.time).toBe('11:00');
});

test('a part of a day without times says why, and so does the day after its last half-hour', () => {
  const noon = new Date('2026-11-23T01:30:00.000Z');
  expect(refusals('2026-11-23', { now: noon })).toEqual(['Passed', null, null]);
  const late = rules({ now: new Date('2026-11-23T08:30:00.001Z') });
  expect(timesOn('2026-11-23', late).refused?.reason).toBe('This time has passed.');
  expect(isOpenOn('2026-11-23', late)).toBe(false);
  expect(nextOpen('2026-11-23', late)).toBe('2026-11-24');
});

test('notice, a plan’s days ahead and its same day decide which days are open, and say so', () => {
  const now = new Date('2026-11-22T23:30:00.000Z');
  const notice = { now, noticeHours: 26 };
  expect(rules(notice).first).toBe('2026-11-24');
  expect(refusals('2026-11-24', notice)).toEqual(['Too soon', null, null]);
  expect(timesOn('2026-11-23', rules(notice)).refused?.reason).toBe('This service needs 26 h notice.');
  const later = rules({ now, rights: { noticeHours: 0, horizonDays: 7, sameDay: false } });
  expect(later.last).toBe('2026-11-30');
  expect([22, 23, 24, 29, 30].map((date) => isOpenOn(`2026-11-${date}`, later))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(timesOn('2026-11-23', later).refused?.reason).toContain('no visits for the same day');
  expect(timesOn('2026-11-30', later).parts[1]?.refused).toMatchObject({ word: 'Too late' });
  expect(timesOn('2026-12-01', later).refused?.reason).toContain('7 days ahead');
});

test('another day keeps the time of day, also across a clock change, unless it has passed there', () => {
  const half9 = '2026-10-02T23:30:00.000Z';
  expect(movedTo('2026-10-04', half9, rules())).toBe('2026-10-03T22:30:00.000Z');
  expect(movedTo('2026-10-04', '', rules())).toBe('');
  const now = new Date('2026-11-22T23:30:00.000Z');
  expect(movedTo('2026-11-23', '2026-11-23T22:00:00.000Z', rules({ now }))).toBe('');
});

const opening: Opening = {
  week: [
    { from: 390, until: 1290 },
    { from: 600, until: 780 },
    null,
    ...Array(4).fill({ from: 480, until: 1200 }),
  ],
  closedDays: [{ day: '2026-11-26', name: 'Picnic Day' }],
  postcodes: [],
};

test('the offered half-hours are those that the contract’s rule lets begin, on every day of a week', () => {
  for (const day of ['23', '24', '25', '26', '27', '28', '29'].map((date) => `2026-11-${date}`)) {
    const halves = Array.from({ length: 48 }, (_, half) => half * 30);
    const allowed = halves.filter((minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 ? '30' : '00'}`;
      const slot = new Date(Date.parse(`${day}T${time}:00+11:00`)).toISOString();
      return whyNotAt(slot, sydney, opening) === null;
    });
    expect(
      all(day, { opening }).map(({ time }) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
      day,
    ).toEqual(allowed);
    expect(isOpenOn(day, rules({ opening }))).toBe(allowed.length > 0);
  }
});

test('a closed day keeps no time of another day, and says why', () => {
  expect(movedTo('2026-11-26', '2026-11-26T22:00:00.000Z', rules({ opening }))).toBe('');
  expect(timesOn('2026-11-26', rules({ opening })).refused?.reason).toContain('Picnic Day');
  expect(timesOn('2026-11-24', rules({ opening })).parts[2]?.refused).toEqual({
    word: 'Closed',
    reason: 'Visits on Tuesdays begin from 10 am and before 1 pm.',
  });
  expect(whyNotAt('2026-11-25T23:00:00.000Z', sydney, opening)).toContain('Picnic Day');
  expect(whyNotAt('2026-11-25T23:00:00.000Z', sydney, undefined)).toBeNull();
  expect(whyNotAt('', sydney, opening)).toBeNull();
});

test('offered arrival windows take the place of the opening hours', () => {
  const offered = [
    { start: '2026-11-22T22:00:00.000Z', end: '2026-11-22T23:00:00.000Z' },
    { start: '2026-11-23T00:30:00.000Z', end: '2026-11-23T01:30:00.000Z' },
    { start: '2026-11-24T05:00:00.000Z', end: '2026-11-24T06:00:00.000Z' },
  ];
  const given = { opening, offered };
  expect(all('2026-11-23', given).map(({ label }) => label)).toEqual([
    '9:00 – 10:00 am',
    '11:30 am – 12:30 pm',
  ]);
  expect(refusals('2026-11-23', given)).toEqual([null, 'Full', 'Full']);
  expect(isOpenOn('2026-11-24', rules(given))).toBe(true);
  expect(isOpenOn('2026-11-27', rules(given))).toBe(false);
  expect(timesOn('2026-11-27', rules(given)).refused?.reason).toBe('No times are free then.');
  const window = { start: '2026-11-23T05:00:00.000Z', end: '2026-11-23T06:30:00.000Z' };
  expect(windowWords(window, sydney)).toBe('4:00 – 5:30 pm');
  expect(windowWords(window, sydney)).toBe(formatArrival(window.start, sydney, 90));
});

test('a window across midnight names both halves of the day, and a time without a window itself', () => {
  const words = (start: string, end: string) => windowWords({ start, end }, sydney);
  expect(words('2026-11-23T12:30:00.000Z', '2026-11-23T13:30:00.000Z')).toBe('11:30 pm – 12:30 am');
  expect(words('2026-11-23T12:00:00.000Z', '2026-11-23T13:00:00.000Z')).toBe('11:00 pm – 12:00 am');
  expect(words('2026-11-23T13:00:00.000Z', '2026-11-23T14:00:00.000Z')).toBe('12:00 – 1:00 am');
  expect(words('2026-11-22T22:00:00.000Z', '2026-11-22T22:00:00.000Z')).toBe('9:00 am');
});
