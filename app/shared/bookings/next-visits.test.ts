import { expect, test } from 'vitest';
import { nextVisits } from './next-visits.ts';
import { aBooking } from './testing/a-booking.ts';

const zone = 'Australia/Sydney';
// Friday 27 November, noon in Sydney.
const now = new Date('2026-11-27T01:00:00.000Z');

test('the next visit is the one under way, then the earliest that will take place', () => {
  const monday = aBooking('monday');
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
