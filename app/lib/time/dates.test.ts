import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  calendarDays,
  dayLeaf,
  formatArrival,
  formatDay,
  formatDayMonth,
  formatDaySaid,
  formatExact,
  formatWhen,
  fromLocalInput,
  inSentence,
  toLocalInput,
} from './dates.ts';

const sydney = 'Australia/Sydney';

test('a local time is the same instant in any zone of the device', () => {
  expect(fromLocalInput('2026-11-21T09:30', sydney)).toBe('2026-11-20T22:30:00.000Z');
  expect(toLocalInput('2026-11-20T22:30:00.000Z', sydney)).toBe('2026-11-21T09:30');
});

test('the day of a clock change keeps its local times', () => {
  expect(fromLocalInput('2026-04-05T09:00', sydney)).toBe('2026-04-04T23:00:00.000Z');
  expect(fromLocalInput('2026-10-04T09:00', sydney)).toBe('2026-10-03T22:00:00.000Z');
  expect(toLocalInput(fromLocalInput('2026-10-04T02:30', sydney), sydney)).toBe('2026-10-04T03:30');
});

const machines = ['America/Santiago', 'America/Los_Angeles', 'Europe/London', 'Asia/Beirut', 'UTC'];
test.each(machines)(
  'a local time is the same instant on a device in %s, for every zone and night',
  (device) => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === 0);
    const walls = [
      '2026-09-06T00:30',
      '2026-10-04T02:30',
      '2027-03-28T01:30',
      '2027-04-04T02:30',
      '2026-11-01T01:30',
    ];
    // A program of its own, because a process keeps the zone that it began with.
    const program = `
    import { fromLocalInput } from './app/lib/time/dates.ts';
    const [zones, walls] = JSON.parse(process.argv[1]);
    process.stdout.write(JSON.stringify(zones.map((zone) => walls.map((wall) => fromLocalInput(wall, zone)))));`;
    const { stdout } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '-e', program, JSON.stringify([zones, walls])],
      { env: { ...process.env, TZ: device, NODE_OPTIONS: '' }, encoding: 'utf8' },
    );
    const expected = zones.map((zone) =>
      walls.map((wall) =>
        new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds).toISOString(),
      ),
    );
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);

test('days have their usual names, by the midnights of the zone', () => {
  const now = new Date('2026-11-20T22:30:00.000Z');
  expect(formatWhen('2026-11-21T22:30:00.000Z', sydney, now)).toBe('Tomorrow, 9:30 am');
  expect(formatDay('2026-11-20T13:30:00.000Z', sydney, now)).toBe('Today');
  expect(formatDay('2026-11-20T12:30:00.000Z', sydney, now)).toBe('Yesterday');
  expect(formatDay('2026-11-12T03:00:00.000Z', sydney, now)).toBe('Thu 12 Nov');
  expect(formatDay('2025-11-12T03:00:00.000Z', sydney, now)).toBe('Wed 12 Nov 2025');
});

test('the day of a visit is a weekday within the week to come, and a leaf of two short words', () => {
  const now = new Date('2026-11-27T01:00:00.000Z');
  const on = (day: string) => `2026-${day}T01:00:00.000Z`;
  const dayOf = (day: string) => formatDaySaid(on(day), sydney, now);
  expect(['11-26', '11-27', '11-28', '11-29', '12-03', '12-04'].map(dayOf)).toEqual([
    'Yesterday',
    'Today',
    'Tomorrow',
    'Sunday',
    'Thursday',
    'Fri 4 Dec',
  ]);
  const leaf = (day: string) => dayLeaf(on(day), sydney, now).join(' ');
  expect(['11-26', '11-27', '11-28', '12-10', '12-11'].map(leaf)).toEqual([
    'Nov 26',
    'Today 27',
    'Sat 28',
    'Thu 10',
    'Dec 11',
  ]);
});

test('days of their usual names have a small letter within a sentence', () => {
  expect(inSentence('Yesterday')).toBe('yesterday');
  expect(inSentence('Tomorrow, 9:30 am')).toBe('tomorrow, 9:30 am');
  expect(inSentence('Thu 12 Nov')).toBe('Thu 12 Nov');
});

test('no sentence of the app goes on with the capital of Today or Tomorrow', () => {
  const goesOn = /[a-z,] \$\{format(When|Day)\(.*/;
  const found = globSync('app/**/*.{ts,tsx}').flatMap((file) => {
    const text = goesOn.exec(readFileSync(file, 'utf8'))?.[0];
    return text ? [`${file}: ${text}`] : [];
  });
  expect(found, 'use inSentence').toEqual([]);
});

test('a day with 23 hours is one day', () => {
  expect(calendarDays(new Date('2026-10-03T02:00:00Z'), new Date('2026-10-04T02:00:00Z'), sydney)).toBe(1);
});

test('a distant day is named with its month, and with its year if that is another', () => {
  const now = new Date('2026-11-21T00:00:00.000Z');
  expect(formatDayMonth('2026-12-04T13:00:00.000Z', 'Australia/Sydney', now)).toBe('5 December');
  expect(formatDayMonth('2027-03-05T00:00:00.000Z', 'Australia/Sydney', now)).toBe('5 March 2027');
});

test('an arrival window is one time of day until another, within an hour of the clocks, too', () => {
  const nine = '2026-11-22T22:00:00.000Z';
  expect(formatArrival(nine, sydney)).toBe('9:00 am');
  expect(formatArrival(nine, sydney, 60)).toBe('9:00 – 10:00 am');
  expect(formatArrival(nine, sydney, 240)).toBe('9:00 am – 1:00 pm');
  expect(formatExact(nine, sydney, 90)).toBe('Monday 23 November 2026, 9:00 – 10:30 am AEDT');
  // The clocks go forward at 2 am.
  expect(formatArrival('2026-10-03T15:30:00.000Z', sydney, 60)).toBe('1:30 – 3:30 am');
  // Midnight.
  expect(formatArrival('2026-11-23T12:30:00.000Z', sydney, 60)).toBe('11:30 pm – 12:30 am');
});
