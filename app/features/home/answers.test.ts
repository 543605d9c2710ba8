import { expect, test } from 'vitest';
import { aBooking } from '../../shared/bookings/testing/a-booking.ts';
import { asksOf, firstFew } from './answers.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const now = new Date('2026-11-27T01:00:00.000Z');

test('payment is asked for first, then answers, the soonest deadline before, then a review of the last visit alone', () => {
  const done = { status: 'completed' as const, rating: null };
  const quote = { status: 'pending' as const, paymentType: 'custom_quote' as const };
  const bookings = [
    aBooking('last', { ...done, completedDate: '2026-11-20T01:00:00.000Z' }),
    aBooking('before', { ...done, completedDate: '2026-11-10T01:00:00.000Z' }),
    aBooking('late quote', { ...quote, quoteUntil: '2026-12-03T01:00:00.000Z' }),
    aBooking('quote', { ...quote, quoteUntil: '2026-12-01T01:00:00.000Z' }),
    aBooking('longer', { ...done, rating: 5, extraHours: 2 }),
    aBooking('unpaid', { unpaidUntil: '2026-11-28T00:00:00.000Z' }),
  ];
  const ids = (isReviewed?: (id: string) => boolean, at = now) =>
    asksOf(bookings, zone, at, isReviewed).map(({ bookingId }) => bookingId);
  expect(ids()).toEqual(['unpaid', 'longer', 'quote', 'late quote', 'last']);
  expect(ids((id) => id === 'last')).not.toContain('last');
  expect(ids(undefined, new Date('2026-12-27T01:00:00.000Z'))).toEqual(['unpaid', 'longer']);
});

test('of many requests the first three are shown at once, and one more alone is not hidden', () => {
  expect(firstFew([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  expect(firstFew([1, 2, 3, 4, 5])).toEqual([1, 2, 3]);
});
