import { expect, test } from 'vitest';
import { datesAfter } from './dates.ts';

const listed = (now: string) => datesAfter(new Date(now)).map(({ at }) => at.slice(0, 16));

test('each date of the machine is the next one to come', () => {
  expect(listed('2026-11-26T00:00:00Z')).toEqual([
    '2026-12-31T01:00',
    '2027-01-31T09:00',
    '2027-02-28T01:00',
    '2028-02-29T01:00',
    '2027-04-03T15:58',
    '2027-10-02T15:58',
    '2026-12-31T12:59',
    '2026-12-31T23:59',
  ]);
  expect(listed('2028-04-01T15:58:00Z')).toEqual([
    '2028-12-31T01:00',
    '2029-01-31T09:00',
    '2029-02-28T01:00',
    '2032-02-29T01:00',
    '2029-03-31T15:58',
    '2028-09-30T15:58',
    '2028-12-31T12:59',
    '2028-12-31T23:59',
  ]);
});

test('28 February is the next one that ends its month', () => {
  expect(listed('2027-03-01T00:00:00Z')).toContain('2029-02-28T01:00');
});
