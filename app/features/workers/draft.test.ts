import { expect, test } from 'vitest';
import type { WorkerFacts, WorkerHours } from '../../../api/contract/schemas/settings/workers.ts';
import { changesOf, clockOf, inDays, minuteOf, mondayToFriday, nextHours, weekWords } from './draft.ts';

const row = (weekday: number, from: number, until: number, startsOn: string | null = null): WorkerHours => ({
  ...{ weekday, from, until, startsOn, endsOn: null },
});

test('only facts that differ are sent', () => {
  const worker = { name: 'Ana', pace: 100, postcodes: ['2000'] } as WorkerFacts;
  expect(changesOf({ name: 'Ana', pace: 90, postcodes: ['2000'] }, worker)).toEqual({ pace: 90 });
});

test('a time field shows minutes of the day, and midnight ends a day', () => {
  expect([0, 510, 1440].map(clockOf)).toEqual(['00:00', '08:30', '00:00']);
  expect([minuteOf('08:30'), minuteOf('00:00'), minuteOf('00:00', true), minuteOf('')]).toEqual([
    ...[510, 0, 1440, null],
  ]);
});

test('hours stand by weekday, those for a time apart, each with its place', () => {
  const { week, forATime } = inDays([row(0, 480, 720), row(1, 480, 720, '2026-12-01'), row(0, 780, 1020)]);
  expect(week[0]?.map(({ place }) => place)).toEqual([0, 2]);
  expect(forATime.map(({ place }) => place)).toEqual([1]);
});

test('the next hours of a day are the usual ones, or begin an hour after the last', () => {
  expect(nextHours([], 2)).toEqual(row(2, 480, 1020));
  expect(nextHours([row(2, 480, 720)], 2)).toEqual(row(2, 780, 960));
  expect(nextHours([row(2, 480, 1430)], 2)).toEqual(row(2, 1380, 1440));
});

test('the workdays get the hours of Monday; the weekend and hours for a time stay', () => {
  const hours = [row(0, 480, 720), row(3, 600, 660), row(5, 540, 600), row(2, 480, 720, '2026-12-01')];
  const copied = mondayToFriday(hours);
  expect(copied.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 2]);
  expect(copied.find(({ weekday }) => weekday === 3)).toEqual(row(3, 480, 720));
});

test('a week in words', () => {
  expect([0, 2250].map(weekWords)).toEqual(['no hours', '37.5 h a week']);
});
