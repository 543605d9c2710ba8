import { expect, test } from 'vitest';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { nextVisits } from './next-visits.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const now = new Date('2026-11-27T01:00:00.000Z');
const aBooking = (id: string, given: Partial<Booking>): Booking => ({
  id,
  status: 'scheduled',
  createdAt: '2026-11-01T01:00:00.000Z',
  scheduledDate: '2026-11-29T22:30:00.000Z',
  completedDate: null,
  estimatedHours: 1,
  actualHours: null,
  notes: null,
  review: null,
  rating: null,
  paymentType: 'subscription',
  service: {
    id: 's',
    name: 'Lawn mowing',
    estimatedHours: 1,
    category: { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' },
  },
  user: { email: 'olivia@example.com' },
  ...given,
});

test('the next visit is the one under way, then the earliest that will take place', () => {
  const monday = aBooking('monday', {});
  const thursday = aBooking('thursday', { status: 'pending', scheduledDate: '2026-12-02T22:30:00.000Z' });
  const never = [
    aBooking('never begun', { scheduledDate: '2026-11-25T22:30:00.000Z' }),
    aBooking('unpaid', {
      scheduledDate: '2026-11-28T01:00:00.000Z',
      unpaidUntil: '2026-11-28T00:00:00.000Z',
    }),
    aBooking('a request', { status: 'pending', paymentType: 'custom_quote' }),
    aBooking('cancelled', { status: 'cancelled' }),
    aBooking('without a time', { scheduledDate: null }),
  ];
  expect(nextVisits([thursday, ...never, monday], zone, now)).toEqual({ next: monday, after: thursday });
  const working = aBooking('deck', { status: 'in_progress', scheduledDate: '2026-11-26T01:00:00.000Z' });
  expect(nextVisits([monday, working], zone, now)).toEqual({ next: working, after: monday });
  const thisMorning = aBooking('this morning', { scheduledDate: '2026-11-26T22:00:00.000Z' });
  expect(nextVisits([monday, thisMorning], zone, now).next).toBe(thisMorning);
  expect(nextVisits(never, zone, now)).toEqual({});
});
