import { expect, test } from 'vitest';
import type { Opening } from '../../../contract/rules/business/opening.ts';
import { wallDays } from '../../../core/wall-clock.ts';
import type { DayHours, RosterWorker } from '../workers/roster.rules.ts';
import { attemptOf } from './obstacles.rules.ts';
import { shiftsOf } from './shifts.rules.ts';
import { candidatesOf, freeStarts, startsOf } from './slots.rules.ts';

const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

/** A worker with hours of single days alone. */
const worker = (days: Record<string, DayHours[]>): RosterWorker => ({
  ...{ id: 'w1', name: 'Ada', isActive: true, pace: 100, postcode: '', postcodes: [], hours: [], leave: [] },
  skills: [{ categoryId: 'c', serviceId: null, pace: null, licence: null }],
  days: new Map(Object.entries(days)),
});
const opening = (from: number, until: number): Opening => ({
  ...{ week: Array.from({ length: 7 }, () => ({ from, until })), closedDays: [], postcodes: [] },
});
const work = (minutes: number) => ({
  ...{ service: { id: 's', categoryId: 'c' }, minutes, bufferMinutes: 0, workers: 1, postcode: null },
});
const noTravel = () => 0;

/** The free starts of a day, for work of so many minutes. */
function freeOn(
  day: string,
  zone: string,
  given: { who: RosterWorker; from: number; until: number; minutes: number },
) {
  const span = wallDays(day, 2, zone);
  const wanted = work(given.minutes);
  const able = candidatesOf([given.who], wanted, span).map((one) => ({ ...one, visits: [] }));
  const starts = startsOf(opening(given.from, given.until), span.slice(0, 1));
  return freeStarts(able, starts, wanted, noTravel).map(({ at }) => iso(at));
}

test('a visit that begins before midnight and ends after it is offered if the shift goes on', () => {
  const night = { '2026-12-01': [{ from: 1320, until: 1440 }], '2026-12-02': [{ from: 0, until: 60 }] };
  const given = { who: worker(night), from: 1320, until: 1440, minutes: 90 };
  // 10, 10:30, 11 and 11:30 pm in Sydney; the last one ends at 1 am, at which the shift ends.
  expect(freeOn('2026-12-01', 'Australia/Sydney', given)).toEqual([
    ...['2026-12-01T11:00:00.000Z', '2026-12-01T11:30:00.000Z'],
    ...['2026-12-01T12:00:00.000Z', '2026-12-01T12:30:00.000Z'],
  ]);
  const short = { ...given, who: worker({ '2026-12-01': [{ from: 1320, until: 1440 }] }) };
  expect(freeOn('2026-12-01', 'Australia/Sydney', short)).toHaveLength(2);
});

test('a visit across the missing hour takes its real time, and one across the doubled hour, too', () => {
  const all = [{ from: 0, until: 360 }];
  const ends = (day: string, minutes: number) => {
    const [zone, span] = ['Australia/Sydney', wallDays(day, 1, 'Australia/Sydney')];
    const who = worker({ [day]: all });
    const [first] = freeOn(day, zone, { who, from: 60, until: 90, minutes });
    if (!first) return null;
    const start = { at: Date.parse(first), day };
    const { visit, obstacle } = attemptOf(who, {
      ...{ visits: [], work: work(minutes), start, days: span, travel: noTravel },
    });
    return [(visit.end - visit.start) / hour, obstacle];
  };
  // The shift from midnight to six has five hours on the one day and seven on the other.
  expect(ends('2026-10-04', 240)).toEqual([4, null]);
  expect(ends('2026-10-04', 270)).toBeNull();
  expect(ends('2027-04-04', 360)).toEqual([6, null]);
  expect(ends('2027-04-04', 390)).toBeNull();
});

test('where the clocks change by half an hour, a shift across it has that half hour more or less', () => {
  const zone = 'Australia/Lord_Howe';
  const length = (day: string) => {
    const [shift] = shiftsOf(worker({ [day]: [{ from: 0, until: 480 }] }), wallDays(day, 1, zone));
    return shift && (shift.end - shift.start) / hour;
  };
  expect([length('2026-10-04'), length('2026-10-05'), length('2027-04-04')]).toEqual([7.5, 8, 8.5]);
});

test('in a zone of half an hour days begin and end on its own midnight', () => {
  const given = {
    who: worker({ '2026-12-01': [{ from: 540, until: 600 }] }),
    from: 540,
    until: 600,
    minutes: 30,
  };
  expect(freeOn('2026-12-01', 'Australia/Darwin', given)).toEqual([
    ...['2026-11-30T23:30:00.000Z', '2026-12-01T00:00:00.000Z'],
  ]);
});

test('leave that begins in the middle of a visit is in its way', () => {
  const who = worker({ '2026-12-01': [{ from: 480, until: 1080 }] });
  // From 10 am on; the visit lasts from 9 to 11.
  const leave = [{ startsAt: '2026-11-30T23:00:00.000Z', endsAt: '2026-12-05T00:00:00.000Z' }];
  const start = { at: Date.parse('2026-11-30T22:00:00.000Z'), day: '2026-12-01' };
  const days = wallDays('2026-12-01', 1, 'Australia/Sydney');
  const query = { visits: [], start, days, travel: noTravel };
  const obstacle = (minutes: number) =>
    attemptOf({ ...who, leave }, { ...query, work: work(minutes) }).obstacle;
  expect(obstacle(120)?.kind).toBe('leave');
  expect(obstacle(60)).toBeNull();
});
