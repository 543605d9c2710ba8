import { expect, test } from 'vitest';
import { bookingsIn, bookingTabs, countBookings, hoursText, shortId } from './filters.ts';

const bookings = [
  { id: 1, status: 'pending' as const },
  { id: 2, status: 'in_progress' as const },
  { id: 3, status: 'pending' as const },
  { id: 4, status: 'cancelled' as const },
];

test('bookings are counted by status and in total', () => {
  expect(countBookings(bookings)).toEqual({
    all: 4,
    pending: 2,
    scheduled: 0,
    in_progress: 1,
    completed: 0,
    cancelled: 1,
  });
});

test('a tab has the bookings of its status in list order; All has every booking', () => {
  expect(bookingsIn('pending', bookings).map((b) => b.id)).toEqual([1, 3]);
  expect(bookingsIn('all', bookings)).toHaveLength(4);
});

test('Active has the bookings in progress', () => {
  expect(bookingTabs.find((tab) => tab.label === 'Active')?.value).toBe('in_progress');
});

test('ids are shown by their first 8 characters, hours without needless zeros', () => {
  expect(shortId('7f3a91c2-1111-4222-8333-444455556666')).toBe('7f3a91c2');
  expect(hoursText(1.5)).toBe('1.5 h');
  expect(hoursText(3)).toBe('3 h');
});

test('every tab has its own text for an empty list', () => {
  expect(bookingTabs.map(({ label, empty }) => [label, empty])).toEqual([
    ['All', 'No bookings yet'],
    ['Pending', 'No pending bookings'],
    ['Scheduled', 'No scheduled bookings'],
    ['Active', 'No active bookings'],
    ['Completed', 'No completed bookings'],
    ['Cancelled', 'No cancelled bookings'],
  ]);
  expect(bookingTabs[0]?.text).toBe('Schedule your first service to get started');
  expect(new Set(bookingTabs.map(({ text }) => text)).size).toBe(6);
});
