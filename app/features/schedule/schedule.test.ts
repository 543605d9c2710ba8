import { expect, test } from 'vitest';
import { addressOf, type Shown, shownBy } from './address.ts';
import { firstHour, inView, minuteOn, mondayOf, spanOf, titleOf, wallAt, wallSpan } from './days.ts';

const zone = 'Australia/Sydney';
// The day in Sydney is already Tuesday.
const now = new Date('2026-11-23T14:00:00.000Z');

test('an address names the view; without one it is this week', () => {
  const plain: Shown = { view: 'week', date: '2026-11-24', categories: [], cancelled: false };
  expect(shownBy(new URLSearchParams(), { zone, now })).toEqual(plain);
  expect(shownBy(new URLSearchParams('?view=year&date=2026-02-30'), { zone, now })).toEqual(plain);
  const request: Shown = { view: 'day', date: '2027-02-28', categories: ['a', 'b'], cancelled: true };
  expect(addressOf(request)).toBe('?view=day&date=2027-02-28&category=a,b&cancelled=1');
  expect(shownBy(new URLSearchParams(addressOf(request)), { zone, now })).toEqual(request);
});

test('weeks begin on Mondays, across months and years', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ]);
});

test('a week opens today as its day if it has it, otherwise its Monday; a day opens its week', () => {
  const sunday = '2026-11-22';
  expect(inView('day', { view: 'week', date: '2026-11-29' }, sunday)).toBe('2026-11-23');
  expect(inView('day', { view: 'week', date: '2026-11-16' }, sunday)).toBe(sunday);
  expect(inView('day', { view: 'day', date: '2026-11-25' }, sunday)).toBe('2026-11-25');
  expect(inView('week', { view: 'day', date: '2026-11-25' }, sunday)).toBe('2026-11-25');
});

test('a span reaches from midnight to midnight in the business’s zone, also across clock changes', () => {
  const hours = (shown: Pick<Shown, 'view' | 'date'>) => {
    const { from, to } = spanOf(shown, zone);
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };
  expect(spanOf({ view: 'day', date: '2026-11-24' }, zone)).toEqual({
    from: '2026-11-23T13:00:00.000Z',
    to: '2026-11-24T13:00:00.000Z',
  });
  expect(hours({ view: 'day', date: '2026-10-04' })).toBe(23);
  expect(hours({ view: 'day', date: '2027-04-04' })).toBe(25);
  expect(hours({ view: 'week', date: '2026-10-01' })).toBe(7 * 24 - 1);
  expect(hours({ view: 'week', date: '2027-04-04' })).toBe(7 * 24 + 1);
});

test('a title names the days', () => {
  const title = (view: Shown['view'], date: string) => titleOf({ view, date });
  expect(title('day', '2026-11-24')).toBe('Tuesday 24 November 2026');
  expect(title('week', '2026-11-24')).toBe('23–29 November 2026');
  expect(title('week', '2026-12-01')).toBe('30 November – 6 December 2026');
  expect(title('week', '2027-01-01')).toBe('28 December 2026 – 3 January 2027');
});

test('a visit ends after it begins, also in the hour that comes twice', () => {
  const at = (startsAt: string, minutes: number) => wallSpan({ startsAt, minutes }, zone);
  // 2:45 am comes first at 15:45 UTC; half an hour later clocks show 2:15.
  expect(at('2027-04-03T15:45:00.000Z', 30)).toEqual({ start: '2027-04-04T02:45', end: '2027-04-04T03:15' });
  // An hour later the same time has come again.
  expect(at('2027-04-03T15:30:00.000Z', 60)).toEqual({ start: '2027-04-04T02:30', end: '2027-04-04T03:30' });
  expect(at('2027-04-03T16:45:00.000Z', 30)).toEqual({ start: '2027-04-04T02:45', end: '2027-04-04T03:15' });
  expect(at('2027-04-03T14:00:00.000Z', 180)).toEqual({ start: '2027-04-04T01:00', end: '2027-04-04T03:00' });
});

test('the hours begin with the first visit of the days, and at 7 am without any', () => {
  expect(firstHour([13 * 60, 9 * 60 + 30])).toBe(9 * 60);
  expect(firstHour([])).toBe(7 * 60);
});

test('a local time is a minute of its day, and lies before or after another one', () => {
  expect(minuteOn('2026-11-24', '2026-11-24T09:30')).toBe(570);
  expect(minuteOn('2026-11-24', '2026-11-23T23:30')).toBe(0);
  expect(minuteOn('2026-11-24', '2026-11-25T00:30')).toBe(1440);
  expect(wallAt('2026-11-24', 570)).toBe('2026-11-24T09:30');
});
