import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInTime, moveDay, nextRenewal } from './moves.rules.ts';

test.each([
  ['2027-01-15T03:00:00.000Z', '2027-02-15T03:00:00.000Z', '2027-03-15T03:00:00.000Z'],
  ['2027-01-31T03:00:00.000Z', '2027-02-28T03:00:00.000Z', '2027-03-31T03:00:00.000Z'],
  ['2027-03-31T03:00:00.000Z', '2027-04-30T03:00:00.000Z', '2027-05-31T03:00:00.000Z'],
  ['2027-12-31T03:00:00.000Z', '2028-01-31T03:00:00.000Z', '2028-02-29T03:00:00.000Z'],
  ['2027-01-29T23:59:00.000Z', '2027-02-28T23:59:00.000Z', '2027-03-29T23:59:00.000Z'],
  [null, '2027-12-10T03:00:00.000Z', '2028-01-10T03:00:00.000Z'],
])('the period from %s to %s renews next on %s', (start, end, next) => {
  expect(nextRenewal({ start, end })).toBe(next);
});

test('a new price begins with a renewal, at least 30 days after its letter and at most two months later', () => {
  const day = fc.date({
    min: new Date('2026-01-01T00:00:00.000Z'),
    max: new Date('2032-01-01T00:00:00.000Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.nat(30 * 86_400), (start, gone) => {
      const end = nextRenewal({ start: null, end: start.toISOString() });
      const now = new Date(start.getTime() + gone * 1000);
      const at = moveDay({ start: start.toISOString(), end }, now);
      expect(isInTime(now.toISOString(), at)).toBe(true);
      expect(Date.parse(at) - now.getTime()).toBeLessThan(64 * 86_400_000);
    }),
  );
});

test('a letter that was sent late or never is not in time', () => {
  const at = '2027-03-31T03:00:00.000Z';
  expect(isInTime('2027-03-01T03:00:00.000Z', at)).toBe(true);
  expect(isInTime('2027-03-01T03:00:00.001Z', at)).toBe(false);
  expect(isInTime(null, at)).toBe(false);
});
