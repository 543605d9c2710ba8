import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Booking, BookingDetail } from '../../../api/contract/entities.ts';
import { bookingsQuery, detailOf, keepBooking } from './queries.ts';

const booking = (id: string, status: Booking['status'] = 'pending'): Booking => ({
  id,
  status,
  createdAt: '2026-11-01T00:00:00.000Z',
  scheduledDate: null,
  completedDate: null,
  estimatedHours: 1,
  actualHours: null,
  notes: null,
  review: null,
  rating: null,
  paymentType: 'one_time',
  service: {
    id: 's',
    name: 'Lawn mowing',
    estimatedHours: 1,
    category: { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' },
  },
  user: { email: 'ann@example.com' },
});

test('a new booking comes first in the list, once', () => {
  const client = new QueryClient();
  client.setQueryData(bookingsQuery().queryKey, [booking('a')]);
  keepBooking(client, booking('b'));
  keepBooking(client, booking('b', 'scheduled'));
  expect(client.getQueryData(bookingsQuery().queryKey)?.map((b) => [b.id, b.status])).toEqual([
    ['b', 'scheduled'],
    ['a', 'pending'],
  ]);
});

test('a list that was never read is not made up from one booking', () => {
  const client = new QueryClient();
  keepBooking(client, booking('b'));
  expect(client.getQueryData(bookingsQuery().queryKey)).toBeUndefined();
});

test('a booking that was only listed is readable, without its changes', () => {
  expect(detailOf(undefined, booking('a'))).toMatchObject({ id: 'a', statusChanges: [] });
  expect(
    detailOf({ ...(detailOf(undefined, booking('a', 'completed')) as BookingDetail) }, booking('a'))?.status,
  ).toBe('completed');
  expect(detailOf(undefined, undefined)).toBeUndefined();
});
