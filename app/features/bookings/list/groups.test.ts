import { expect, test } from 'vitest';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { aBooking } from '../../../shared/bookings/testing/a-booking.ts';
import { groupsOf } from './groups.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const friday = new Date('2026-11-27T01:00:00.000Z');
const booking = (id: string, given: Partial<Booking> = {}) => aBooking(id, { scheduledDate: null, ...given });
const on = (id: string, scheduledDate: string) => booking(id, { scheduledDate });
const idsOf = (bookings: Booking[], now = friday) =>
  groupsOf(bookings, zone, now).map(({ title, bookings: those }) => [title, ...those.map(({ id }) => id)]);

test('upcoming visits are grouped by weeks of the zone, the next one first; those without a time are last', () => {
  const bookings = [
    booking('no time'),
    on('Monday after next', '2026-12-06T13:00:00.000Z'),
    on('next Sunday', '2026-12-06T12:59:00.000Z'),
    on('Monday', '2026-11-29T13:00:00.000Z'),
    on('Sunday', '2026-11-29T12:59:00.000Z'),
    on('today', '2026-11-27T03:00:00.000Z'),
    booking('begun last week', { status: 'in_progress', scheduledDate: '2026-11-20T03:00:00.000Z' }),
  ];
  expect(idsOf(bookings)).toEqual([
    ['This week', 'begun last week', 'today', 'Sunday'],
    ['Next week', 'Monday', 'next Sunday'],
    ['Later', 'Monday after next', 'no time'],
  ]);
  const sunday = new Date('2026-11-29T01:00:00.000Z');
  expect(idsOf(bookings, sunday)[0]).toEqual(['This week', 'begun last week', 'today', 'Sunday']);
});

test('past visits are listed last first; the newest without a review, and every question, wait above them', () => {
  const done = (id: string, completedDate: string, given: Partial<Booking> = {}) =>
    booking(id, { status: 'completed', completedDate, ...given });
  const bookings = [
    done('old', '2026-10-01T01:00:00.000Z'),
    done('newest', '2026-11-20T01:00:00.000Z'),
    done('reviewed', '2026-11-22T01:00:00.000Z', { rating: 5 }),
    done('longer', '2026-11-10T01:00:00.000Z', { rating: 5, extraHours: 1 }),
    booking('cancelled', { status: 'cancelled', scheduledDate: '2026-12-24T01:00:00.000Z' }),
  ];
  expect(idsOf(bookings)).toEqual([
    ['Waiting for you', 'newest', 'longer'],
    ['Past', 'cancelled', 'reviewed', 'old'],
  ]);
  expect(idsOf([])).toEqual([]);
});
