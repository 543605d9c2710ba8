import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Opening } from '../../../contract/rules/business/opening.ts';
import { wallDays } from '../../../core/wall-clock.ts';
import type { RosterWorker } from '../workers/roster.rules.ts';
import { fitsAmong, type Planned, tightAmong } from './fits.rules.ts';
import { plannedIn } from './planned-text.ts';
import { quarterMs, quartersOf, reservedEnd } from './quarters.rules.ts';
import { shiftsOf } from './shifts.rules.ts';
import { type Candidate, choose, freeAt, freeStarts, startsOf } from './slots.rules.ts';
import { smallestTravelMs, travelMs } from './travel.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const sydney = 'Australia/Sydney';

const worker = (given: Partial<RosterWorker> = {}): RosterWorker => ({
  id: 'w1',
  name: 'Ada',
  isActive: true,
  pace: 100,
  postcode: '',
  postcodes: [],
  skills: [{ categoryId: 'c', serviceId: null, pace: null, licence: null }],
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    ...{ weekday, from: 8 * 60, until: 17 * 60, startsOn: null, endsOn: null },
  })),
  days: new Map(),
  leave: [],
  ...given,
});
const everyDay = (from: number, until: number): Pick<RosterWorker, 'hours'> => ({
  hours: worker().hours.map((one) => ({ ...one, from, until })),
});
const opening: Opening = {
  week: Array.from({ length: 7 }, () => ({ from: 0, until: 24 * 60 })),
  closedDays: [],
  postcodes: [],
};
const iso = (at: number) => new Date(at).toISOString();
const spans = (shifts: { start: number; end: number }[]) =>
  shifts.map(({ start, end }) => `${iso(start)} ${iso(end)}`);

test('a visit ends after pace and buffer, rounded up once to a quarter', () => {
  const start = Date.parse('2026-12-01T09:00:00.000Z');
  const end = (minutes: number, pace: number, bufferMinutes: number) =>
    (reservedEnd(start, { minutes, pace, bufferMinutes }) - start) / minute;
  expect(end(120, 100, 0)).toBe(120);
  // 61 × 1.1 = 67.1 and 10 are 78 minutes: rounded at each step it would be 90.
  expect(end(61, 110, 7)).toBe(75);
  expect(end(60, 80, 0)).toBe(60 - 12 + 12);
  expect(end(60, 75, 0)).toBe(45);
});

test('visits that follow each other never share a quarter, and overlapping ones always do', () => {
  const start = fc.integer({ min: 0, max: 300 }).map((minutes) => minutes * minute);
  const work = fc.record({
    minutes: fc.integer({ min: 1, max: 400 }),
    pace: fc.integer({ min: 50, max: 200 }),
    bufferMinutes: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(start, start, work, work, (one, other, oneWork, otherWork) => {
      const [a, b] = [reservedEnd(one, oneWork), reservedEnd(other, otherWork)];
      const shared = quartersOf(one, a).filter((quarter) => quartersOf(other, b).includes(quarter));
      expect(a % quarterMs).toBe(0);
      if (one < b && other < a) expect(shared).not.toEqual([]);
      if (a <= other || b <= one) expect(shared).toEqual([]);
    }),
  );
});

test('travel is at least ten minutes, 42 minutes for 15 km, and the smallest for an unknown place', () => {
  expect(travelMs(0)).toBe(smallestTravelMs);
  expect(travelMs(2)).toBe(smallestTravelMs);
  expect(travelMs(15)).toBe(42 * minute);
  expect(travelMs(null)).toBe(10 * minute);
});

const at = (start: number, end: number, postcode: string | null = 'a'): Planned => ({
  start: start * minute,
  end: end * minute,
  postcode,
});
const far = (from: string | null, to: string | null) => (from === to ? 10 : 40) * minute;

test('a visit fits if the way to it and the way from it fit', () => {
  const day = [at(0, 60), at(200, 260, 'b')];
  expect(fitsAmong(day, at(70, 150), far)).toBe(true);
  expect(fitsAmong(day, at(69, 150), far)).toBe(false);
  expect(fitsAmong(day, at(70, 160), far)).toBe(true);
  expect(fitsAmong(day, at(70, 161), far)).toBe(false);
  expect(fitsAmong(day, at(100, 190, 'b'), far)).toBe(true);
  expect(fitsAmong(day, at(99, 190, 'b'), far)).toBe(false);
});

test('work that lasted past the next visit is still in the way of a third', () => {
  const day = [at(0, 300), at(100, 160)];
  expect(fitsAmong(day, at(170, 200), far)).toBe(false);
  expect(fitsAmong(day, at(310, 400), far)).toBe(true);
  expect(tightAmong(day, far)).toEqual([at(100, 160)]);
});

test('a shift leaves out breaks and leave, which may begin and end within it', () => {
  const ada = worker({
    hours: [
      { weekday: 1, from: 8 * 60, until: 12 * 60, startsOn: null, endsOn: null },
      { weekday: 1, from: 13 * 60, until: 17 * 60, startsOn: null, endsOn: null },
    ],
    leave: [{ startsAt: '2026-12-01T04:00:00.000Z', endsAt: '2026-12-01T05:00:00.000Z' }],
  });
  expect(spans(shiftsOf(ada, wallDays('2026-12-01', 1, sydney)))).toEqual([
    '2026-11-30T21:00:00.000Z 2026-12-01T01:00:00.000Z',
    '2026-12-01T02:00:00.000Z 2026-12-01T04:00:00.000Z',
    '2026-12-01T05:00:00.000Z 2026-12-01T06:00:00.000Z',
  ]);
});

test('a shift across midnight is one span, also on the days when the clocks change', () => {
  const night = worker({
    days: new Map([
      ['2026-10-03', [{ from: 22 * 60, until: 24 * 60 }]],
      ['2026-10-04', [{ from: 0, until: 6 * 60 }]],
      ['2027-04-03', [{ from: 22 * 60, until: 24 * 60 }]],
      ['2027-04-04', [{ from: 0, until: 6 * 60 }]],
    ]),
    hours: [],
  });
  const hoursOf = (from: string) =>
    shiftsOf(night, wallDays(from, 2, sydney)).map(({ start, end }) => (end - start) / hour);
  expect(hoursOf('2026-10-03')).toEqual([7]);
  expect(hoursOf('2027-04-03')).toEqual([9]);
});

test('hours that begin or end in a time that does not exist, or comes twice, promise the shorter reading', () => {
  const of = (day: string, from: number, until: number) =>
    spans(shiftsOf(worker(everyDay(from, until)), wallDays(day, 1, sydney)));
  // 2:30 does not exist on the 4th of October: the clocks go from 2 to 3.
  expect(of('2026-10-04', 150, 360)).toEqual(['2026-10-03T16:30:00.000Z 2026-10-03T19:00:00.000Z']);
  expect(of('2026-10-04', 0, 150)).toEqual(['2026-10-03T14:00:00.000Z 2026-10-03T15:30:00.000Z']);
  // 2:30 comes twice on the 4th of April.
  expect(of('2027-04-04', 150, 360)).toEqual(['2027-04-03T16:30:00.000Z 2027-04-03T20:00:00.000Z']);
  expect(of('2027-04-04', 0, 150)).toEqual(['2027-04-03T13:00:00.000Z 2027-04-03T15:30:00.000Z']);
});

test('times are offered each half hour of the wall clock, in zones of half and quarter hours too', () => {
  const nine = { ...opening, week: opening.week.map(() => ({ from: 540, until: 600 })) };
  const of = (zone: string, day: string) => startsOf(nine, wallDays(day, 1, zone)).map((one) => iso(one.at));
  expect(of('Australia/Adelaide', '2026-07-01')).toEqual([
    '2026-06-30T23:30:00.000Z',
    '2026-07-01T00:00:00.000Z',
  ]);
  expect(of('Asia/Kathmandu', '2026-07-01')[0]).toBe('2026-07-01T03:15:00.000Z');
  const night = { ...opening, week: opening.week.map(() => ({ from: 120, until: 180 })) };
  const asleep = (day: string) => startsOf(night, wallDays(day, 1, sydney)).length;
  expect([asleep('2026-10-04'), asleep('2026-10-05'), asleep('2027-04-04')]).toEqual([0, 2, 4]);
});

test('a day that the business is closed offers no time', () => {
  const closed = { ...opening, closedDays: [{ day: '2026-12-25', name: 'Christmas' }] };
  const days = wallDays('2026-12-24', 3, sydney);
  expect(new Set(startsOf(closed, days).map(({ day }) => day))).toEqual(
    new Set(['2026-12-24', '2026-12-26']),
  );
});

const wanted = {
  service: { id: 's', categoryId: 'c' },
  minutes: 60,
  bufferMinutes: 0,
  workers: 1,
  postcode: 'a',
};
const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  id: 'w1',
  pace: 100,
  skill: { categoryId: 'c', serviceId: null, pace: null, licence: null },
  shifts: [{ start: 0, end: 600 * minute }],
  visits: [],
  ...given,
});
const start = (minutes: number) => ({ at: minutes * minute, day: '1970-01-01' });

test('a visit ends before the shift does, and a service longer than every shift has no time', () => {
  const free = (minutes: number, work = wanted) => freeAt(candidate(), start(minutes), work, far) !== null;
  expect([free(540), free(541)]).toEqual([true, false]);
  expect(free(0, { ...wanted, minutes: 601 })).toBe(false);
});

test('a licence must be valid on the day of the visit', () => {
  const until = (expiresOn: string) =>
    candidate({ skill: { categoryId: 'c', serviceId: null, pace: null, licence: { expiresOn } } });
  expect(freeAt(until('1970-01-01'), start(0), wanted, far)).not.toBeNull();
  expect(freeAt(until('1969-12-31'), start(0), wanted, far)).toBeNull();
});

test('two workers are found both or neither, and those with the shorter way first', () => {
  const busy = candidate({ id: 'w0', visits: [at(0, 60, 'b')] });
  const near = candidate({ id: 'w2', visits: [at(0, 60, 'a')] });
  const two = { ...wanted, workers: 2 };
  expect(choose([busy, near], start(100), two, far)?.map(({ workerId }) => workerId)).toEqual(['w2', 'w0']);
  expect(choose([busy, near], start(99), two, far)).toBeNull();
  expect(choose([busy, near], start(99), wanted, far)?.map(({ workerId }) => workerId)).toEqual(['w2']);
});

test('visits in the text of a query are those that were written, in order', () => {
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });
  const visit = fc.tuple(time, time, fc.constantFrom('2000', 'SW1A1AA', null));
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 5 }), (visits) => {
      const text = visits.map(
        ([from, to, place]) => `${from.toISOString()}${to.toISOString()}${place ?? ''}`,
      );
      const planned = visits.map(([from, to, postcode]) => ({ start: +from, end: +to, postcode }));
      expect(plannedIn(text.join(' '))).toEqual(planned.sort((one, other) => one.start - other.start));
    }),
  );
});

test('a search finds the times that a question for each of them would find', () => {
  const span = fc
    .tuple(fc.nat(2000), fc.integer({ min: 1, max: 500 }))
    .map(([from, length]) => ({ start: from * minute, end: (from + length) * minute }));
  const visit = fc
    .tuple(fc.nat(2000), fc.integer({ min: 15, max: 300 }), fc.constantFrom('a', 'b', null))
    .map(([from, length, postcode]) => at(from, from + length, postcode));
  const byStart = (one: { start: number }, other: { start: number }) => one.start - other.start;
  const anyone = fc.record({
    shifts: fc
      .array(span, { maxLength: 4 })
      .map((all) =>
        all.sort(byStart).filter((one, place) => all.slice(0, place).every(({ end }) => end < one.start)),
      ),
    visits: fc.array(visit, { maxLength: 6 }).map((all) => all.sort(byStart)),
    pace: fc.integer({ min: 50, max: 150 }),
  });
  const starts = Array.from({ length: 70 }, (_, n) => start(n * 30));
  fc.assert(
    fc.property(fc.array(anyone, { maxLength: 4 }), fc.constantFrom(1, 2), (crew, workers) => {
      const all = crew.map((one, n) => candidate({ ...one, id: `w${n}` }));
      const work = { ...wanted, workers };
      const found = freeStarts(all, starts, work, far);
      const one = starts.filter((time) => {
        const able = all.filter(({ shifts, visits, pace }) => {
          const end = reservedEnd(time.at, { minutes: 60, pace, bufferMinutes: 0 });
          const inShift = shifts.some((shift) => shift.start <= time.at && end <= shift.end);
          return inShift && fitsAmong(visits, { start: time.at, end, postcode: 'a' }, far);
        });
        return able.length >= workers;
      });
      expect(found).toEqual(one);
    }),
  );
});
