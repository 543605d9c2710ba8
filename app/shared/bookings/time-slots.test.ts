import { expect, test } from 'vitest';
import type { Opening } from '../../../api/contract/rules/business/opening.ts';
import { dayOf, dayParts, hasOpenSlot, isOpenOn, movedTo, slotsOn, whyNotAt } from './time-slots.ts';

const sydney = 'Australia/Sydney';
const longAgo = new Date('2020-01-01T00:00:00.000Z');
const all = (day: string, zone = sydney, min = longAgo) =>
  slotsOn(day, zone, min).flatMap(({ slots }) => slots);

test('a day has half-hours from 8 to 12, 12 to 5 and 5 to 8', () => {
  expect(
    slotsOn('2026-11-23', sydney, longAgo).map((p) => [p.part, p.slots[0]?.time, p.slots.at(-1)?.time]),
  ).toEqual([
    ['morning', '08:00', '11:30'],
    ['afternoon', '12:00', '16:30'],
    ['evening', '17:00', '19:30'],
  ]);
  expect(all('2026-11-23')).toHaveLength(24);
  expect(dayParts.map((p) => p.label)).toEqual(['Morning', 'Afternoon', 'Evening']);
});

test.each([
  ['the day before the clocks go forward', '2026-10-03', '2026-10-02T22:00:00.000Z'],
  ['the day on which they go forward', '2026-10-04', '2026-10-03T21:00:00.000Z'],
  ['the day before they go back', '2027-04-03', '2027-04-02T21:00:00.000Z'],
  ['the day on which they go back', '2027-04-04', '2027-04-03T22:00:00.000Z'],
])('8 am on %s is 8 am in the property’s zone', (_, day, instant) => {
  expect(all(day)[0]).toEqual({ time: '08:00', instant, open: true });
  expect(all(day)).toHaveLength(24);
  expect(dayOf(instant, sydney)).toBe(day);
});

test('a half-hour skipped by a clock change is not offered', () => {
  // Samoa crossed the date line and had no 30 December in 2011.
  expect(all('2011-12-30', 'Pacific/Apia')).toEqual([]);
  expect(all('2011-12-31', 'Pacific/Apia')).toHaveLength(24);
});

test('a past half-hour is closed, the present moment is still open', () => {
  const at = new Date('2026-11-22T23:30:00.000Z');
  const open = all('2026-11-23', sydney, at).filter((slot) => slot.open);
  expect(open[0]?.time).toBe('10:30');
  const later = new Date(at.getTime() + 1);
  expect(all('2026-11-23', sydney, later).find((slot) => slot.open)?.time).toBe('11:00');
});

test('a day is over after its last half-hour', () => {
  expect(hasOpenSlot('2026-11-23', sydney, new Date('2026-11-23T08:30:00.000Z'))).toBe(true);
  expect(hasOpenSlot('2026-11-23', sydney, new Date('2026-11-23T08:30:00.001Z'))).toBe(false);
});

test('another day keeps the time of day, also across a clock change', () => {
  const half9 = '2026-10-02T23:30:00.000Z';
  expect(movedTo('2026-10-04', half9, sydney, longAgo)).toBe('2026-10-03T22:30:00.000Z');
  expect(movedTo('2026-10-04', '', sydney, longAgo)).toBe('');
});

test('a time that has passed on the other day must be chosen again', () => {
  const now = new Date('2026-11-22T23:30:00.000Z');
  expect(movedTo('2026-11-23', '2026-11-23T22:00:00.000Z', sydney, now)).toBe('');
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
    const offered = slotsOn(day, sydney, longAgo, opening).flatMap(({ slots }) => slots);
    const halves = Array.from({ length: 48 }, (_, half) => half * 30);
    const allowed = halves.filter((minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 ? '30' : '00'}`;
      const slot = new Date(Date.parse(`${day}T${time}:00+11:00`)).toISOString();
      return whyNotAt(slot, sydney, opening) === null;
    });
    expect(
      offered.map(({ time }) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
      day,
    ).toEqual(allowed);
    expect(isOpenOn(day, opening)).toBe(allowed.length > 0);
  }
});

test('a closed day keeps no time of another day, and says why', () => {
  expect(movedTo('2026-11-26', '2026-11-26T22:00:00.000Z', sydney, longAgo, opening)).toBe('');
  expect(whyNotAt('2026-11-25T23:00:00.000Z', sydney, opening)).toContain('Picnic Day');
  expect(whyNotAt('2026-11-25T23:00:00.000Z', sydney, undefined)).toBeNull();
  expect(whyNotAt('', sydney, opening)).toBeNull();
});
