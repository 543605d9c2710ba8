import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstToExpire, type Hold, minutesFreeAt, type Serving } from './free.rules.ts';

/** Days of a year by number, as instants. */
const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString();
const now = day(0);
const serving = (until: number, minutes: number): Serving => ({ expiresAt: day(until), minutes });
const hold = (at: number | null, minutes: number): Hold => ({ at: at === null ? null : day(at), minutes });

test('hours that expire before a visit, or that others hold, are not free for it', () => {
  const has = [serving(10, 300), serving(90, 720)];
  expect(minutesFreeAt(has, [], { now, at: day(5) })).toBe(1020);
  expect(minutesFreeAt(has, [], { now, at: day(20) })).toBe(720);
  expect(minutesFreeAt(has, [], { now, at: day(10) }), 'at that moment').toBe(720);
  expect(minutesFreeAt(has, [], { now, at: day(90) })).toBe(0);
  expect(minutesFreeAt(has, [hold(5, 300)], { now, at: day(20) })).toBe(720);
  expect(minutesFreeAt(has, [hold(15, 600)], { now, at: day(20) })).toBe(120);
  expect(minutesFreeAt(has, [hold(null, 600)], { now, at: day(20) }), 'no time yet').toBe(120);
  expect(minutesFreeAt(has, [hold(-3, 300)], { now, at: day(-1) }), 'its time has passed').toBe(720);
  expect(minutesFreeAt(has, [hold(5, 5000)], { now, at: day(20) })).toBe(0);
});

test('the free minutes are exactly those that can still be done, each visit using the hours that expire first', () => {
  const few = fc.nat({ max: 12 });
  const grants = fc.array(fc.record({ until: fc.integer({ min: 1, max: 12 }), minutes: few }), {
    maxLength: 4,
  });
  const visits = fc.array(fc.record({ at: few, minutes: few }), { maxLength: 5 });
  fc.assert(
    fc.property(grants, visits, few, (given, booked, at) => {
      const has = given.map(({ until, minutes }) => serving(until, minutes));
      const holds = booked.map((visit) => hold(visit.at, visit.minutes));
      fc.pre(isDone(given, booked));
      const free = minutesFreeAt(has, holds, { now, at: day(at) });
      expect(isDone(given, [...booked, { at, minutes: free }])).toBe(true);
      expect(isDone(given, [...booked, { at, minutes: free + 1 }])).toBe(false);
    }),
  );
});

/** Whether hours cover all visits, each done on its day with the hours that expire first. */
function isDone(
  given: { until: number; minutes: number }[],
  visits: { at: number; minutes: number }[],
): boolean {
  const left = given.map((grant) => ({ ...grant })).sort((one, other) => one.until - other.until);
  for (const visit of [...visits].sort((one, other) => one.at - other.at)) {
    let due = visit.minutes;
    for (const grant of left) {
      if (grant.until <= visit.at) continue;
      const taken = Math.min(due, grant.minutes);
      grant.minutes -= taken;
      due -= taken;
    }
    if (due > 0) return false;
  }
  return true;
}

test('the free hours that expire first are named, without those that visits use before', () => {
  const has = [serving(10, 300), serving(90, 720)];
  const first = (holds: Hold[], of = has) => firstToExpire(of, holds, now);
  expect(first([])).toEqual({ expiresAt: day(10), minutes: 300 });
  expect(first([hold(5, 120)]), 'a visit before').toEqual({ expiresAt: day(10), minutes: 180 });
  expect(first([hold(20, 120)]), 'a visit after').toEqual({ expiresAt: day(10), minutes: 300 });
  expect(first([hold(5, 300)])).toEqual({ expiresAt: day(90), minutes: 720 });
  expect(first([hold(5, 300), hold(20, 720)])).toBeNull();
  expect(first([], [])).toBeNull();
});
