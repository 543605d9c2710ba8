import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayOf,
  monthBounds,
  sameTime,
  startOfDay,
  timeOf,
  timeOnDay,
  visitTime,
  wallDay,
} from './wall-clock.ts';

const sydney = 'Australia/Sydney';
const zones = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...zones);
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('a day begins at its first instant in every zone, and the one before it ends there', () => {
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const day = dayOf(at, timeZone);
      const [begins, ends] = [startOfDay(day, timeZone), startOfDay(day, timeZone, 1)];
      expect(begins <= at && at < ends, `${at} ${timeZone}`).toBe(true);
      expect(dayOf(begins, timeZone)).toBe(day);
      expect(dayOf(new Date(Date.parse(begins) - 1), timeZone)).not.toBe(day);
    }),
  );
});

test('days and times are those of Intl in every zone', () => {
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const parts = new Intl.DateTimeFormat('en-CA', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
        hourCycle: 'h23',
      }).format(new Date(at));
      expect(`${dayOf(at, timeZone)}, ${timeOf(at, timeZone)}`).toBe(parts);
    }),
  );
});

test('the same time on another day has the same local time, except where the clocks skip it', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -60, max: 60 }), zone, (at, days, timeZone) => {
      const then = sameTime(at, { days }, timeZone);
      const skipped =
        Math.abs(Date.parse(timeOnDay(at, days, timeOf(at, timeZone), timeZone)) - Date.parse(then)) > 60_000;
      if (!skipped && timeOf(then, timeZone) !== timeOf(at, timeZone))
        expect(sameTime(then, { days: -days }, timeZone)).not.toBe(at);
    }),
  );
});

test('the nights on which Sydney’s clocks change', () => {
  // Forward at 2:00 on 4 October 2026, back at 3:00 on 4 April 2027.
  expect(startOfDay('2026-10-05', sydney)).toBe('2026-10-04T13:00:00.000Z');
  expect(startOfDay('2026-10-04', sydney)).toBe('2026-10-03T14:00:00.000Z');
  expect(timeOnDay('2026-10-03T02:00:00.000Z', 1, '2:30', sydney)).toBe('2026-10-03T16:30:00.000Z');
  const half2Before = '2027-04-02T15:30:00.000Z';
  expect(sameTime(half2Before, { days: 1 }, sydney)).toBe('2027-04-03T15:30:00.000Z');
  expect(sameTime(half2Before, { days: 1 }, sydney, 'later')).toBe('2027-04-03T16:30:00.000Z');
  expect(monthBounds('2027-04', sydney)).toEqual({
    from: '2027-03-31T13:00:00.000Z',
    to: '2027-04-30T14:00:00.000Z',
  });
});

/** The results for a visit at half past midnight in Sydney, on a machine of another zone. */
const program = `
  import { dayOf, monthBounds, sameTime, startOfDay, timeOnDay } from './api/core/wall-clock.ts';
  const days = ['2026-09-06', '2026-10-04', '2027-04-04', '2027-03-28'];
  process.stdout.write(JSON.stringify(days.map((day) => {
    const at = timeOnDay(startOfDay(day, '${sydney}'), 0, '0:30', '${sydney}');
    return [day, at, dayOf(at, '${sydney}'), startOfDay(day, '${sydney}', 1),
      sameTime(at, { days: 1 }, '${sydney}'), sameTime(at, { months: 1 }, '${sydney}'), monthBounds(day.slice(0, 7), '${sydney}')];
  })));
`;

test.each([
  'America/Santiago',
  'America/Los_Angeles',
  'Europe/London',
  'Pacific/Apia',
  'Asia/Beirut',
  'Africa/Cairo',
])('a machine in %s computes the same as one in UTC', (TZ) => {
  const on = (TZ: string) =>
    spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
      env: { ...process.env, TZ, NODE_OPTIONS: '' },
      encoding: 'utf8',
    }).stdout;
  const [there, utc] = [on(TZ), on('UTC')];
  expect(JSON.parse(utc).map(([day, , found]: string[]) => day === found)).toEqual([true, true, true, true]);
  expect(there).toBe(utc);
});

test('the minutes of a day in every zone are those that its clocks show, and lie within the day', () => {
  fc.assert(
    fc.property(instant, zone, fc.integer({ min: 0, max: 1439 }), (at, timeZone, minute) => {
      const day = wallDay(dayOf(at, timeZone), timeZone);
      expect(day.start <= Date.parse(at) && Date.parse(at) < day.end).toBe(true);
      expect(day.minuteAt(Date.parse(at))).toBe(visitTime(at, timeZone).minute);
      const [earlier, later] = [day.at(minute, 'earlier'), day.at(minute, 'later')];
      expect(earlier <= later).toBe(true);
      expect(day.start <= earlier && later <= day.end).toBe(true);
      // Both readings differ only on a day when the clocks change.
      if (earlier !== later) expect(day.end - day.start).not.toBe(86_400_000);
      else expect(day.minuteAt(earlier)).toBe(minute);
    }),
  );
});
