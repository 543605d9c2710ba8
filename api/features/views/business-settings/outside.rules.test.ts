import { expect, test } from 'vitest';
import { outsideOf } from './outside.rules.ts';

const opening = {
  week: Array.from({ length: 7 }, () => ({ from: 480, until: 1200 })),
  closedDays: [{ day: '2027-12-25', name: 'Christmas' }],
  postcodes: ['2000'],
};
const booking = {
  status: 'scheduled',
  scheduled_date: '2027-12-24T00:00:00.000Z',
  postal_code: '2000',
} as const;
const why = (given: object) => outsideOf(opening, { ...booking, ...given }, 'Australia/Sydney');

test('a booking at which nobody could book anew says why and what to do, by its state', () => {
  expect(why({})).toBeNull();
  const onChristmas = { scheduled_date: '2027-12-25T00:00:00.000Z' };
  expect(why(onChristmas)).toEqual({
    reason: 'We are closed on that day (Christmas).',
    todo: 'Move it to another time, or come all the same',
  });
  expect(why({ ...onChristmas, status: 'pending' })?.todo).toMatch(/before you confirm it/);
  const elsewhere = { postal_code: '3000' };
  expect(why(elsewhere)).toEqual({
    reason: '3000 is outside of the area.',
    todo: 'Come all the same, or cancel it',
  });
  expect(why({ ...elsewhere, status: 'pending' })?.todo).toMatch(/^Confirm it all the same/);
  expect(why({ postal_code: null })).toBeNull();
});
