import { expect, test } from 'vitest';
import type { Opening } from '../../../../api/contract/rules/business/opening.ts';
import { earliest, firstOffered, nextUsual, openWeekend } from './suggested-times.ts';
import { rulesOf } from './time-slots.ts';

const zone = 'Australia/Sydney';
const everyDay = { from: 480, until: 1200 };
const hours = (closed: readonly number[] = []): Opening => ({
  week: [0, 1, 2, 3, 4, 5, 6].map((day) => (closed.includes(day) ? null : everyDay)),
  closedDays: [],
  postcodes: [],
});
/** @param local a time in Sydney in November, for example '27T10:10' */
const at = (local: string, closed: readonly number[] = [], noticeHours = 0) =>
  rulesOf({ zone, now: new Date(`2026-11-${local}:00+11:00`), opening: hours(closed), noticeHours });

test('the earliest time is the next half-hour, or that of the next open day', () => {
  expect(earliest(at('27T10:10'))?.instant).toBe('2026-11-26T23:30:00.000Z');
  // A Friday evening before a closed weekend.
  expect(earliest(at('27T19:40', [5, 6]))?.instant).toBe('2026-11-29T21:00:00.000Z');
  expect(earliest(at('27T10:10', [], 48))?.instant).toBe('2026-11-28T23:30:00.000Z');
  expect(earliest(at('27T10:10', [0, 1, 2, 3, 4, 5, 6]))).toBeNull();
});

test('this weekend is Saturday, or Sunday if Saturday is closed or over', () => {
  expect(openWeekend(at('27T10:10'))).toBe('2026-11-28');
  expect(openWeekend(at('27T10:10', [5]))).toBe('2026-11-29');
  expect(openWeekend(at('27T10:10', [5, 6]))).toBeNull();
  expect(openWeekend(at('28T19:40'))).toBe('2026-11-29');
  expect(openWeekend(at('29T10:10'))).toBe('2026-11-29');
  expect(openWeekend(at('29T19:40'))).toBeNull();
});

test('a habit’s next time is on its weekday, after the notice, and skips closed days', () => {
  expect(nextUsual({ weekday: 1, time: '09:30' }, at('27T10:10'))?.instant).toBe('2026-11-30T22:30:00.000Z');
  expect(nextUsual({ weekday: null, time: '09:30' }, at('27T10:10'))?.instant).toBe(
    '2026-11-27T22:30:00.000Z',
  );
  expect(nextUsual({ weekday: 1, time: '09:30' }, at('27T10:10', [1]))).toBeNull();
  expect(nextUsual({ weekday: 1, time: '07:00' }, at('27T10:10'))).toBeNull();
});

test('of the offered times the earliest come first, or those nearest to one that is gone, of its day before others', () => {
  const at = (day: number, hour: number) => ({
    start: new Date(Date.UTC(2026, 10, day, hour)).toISOString(),
    end: new Date(Date.UTC(2026, 10, day, hour + 1)).toISOString(),
  });
  const offered = [at(23, 8), at(23, 9), at(23, 18), at(24, 0), at(24, 8), at(25, 9)];
  const given = { now: new Date(Date.UTC(2026, 10, 23, 8, 30)), zone: 'UTC' };
  expect(firstOffered(offered, given)).toEqual([at(23, 9), at(23, 18), at(24, 0)]);
  const near = at(23, 21).start;
  expect(firstOffered(offered, { ...given, near })).toEqual([at(23, 9), at(23, 18), at(24, 0)]);
  const gone = at(24, 9).start;
  expect(firstOffered(offered, { ...given, near: gone })).toEqual([at(23, 18), at(24, 0), at(24, 8)]);
  expect(firstOffered([], given)).toEqual([]);
});

test('the earliest times do not overlap: of windows that begin every half-hour, every second one is offered first', () => {
  const given = { now: new Date(Date.UTC(2026, 10, 23, 8)), zone: 'UTC' };
  const after = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 9, minutes)).toISOString();
  const halves = [0, 30, 60, 90, 120, 150].map((begin) => ({ start: after(begin), end: after(begin + 60) }));
  expect(firstOffered(halves, given)).toEqual([halves[0], halves[2], halves[4]]);
  expect(firstOffered(halves.slice(0, 2), given)).toEqual([halves[0]]);
});
