import { expect, test } from 'vitest';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { askOf, isUnconfirmed } from './asks.ts';
import { aBooking } from './testing/a-booking.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-27T01:00:00.000Z');
const booking = aBooking('b', {
  status: 'pending',
  createdAt: '2026-11-24T01:00:00.000Z',
  scheduledDate: '2026-11-30T22:30:00.000Z',
  estimatedHours: 3,
  service: {
    id: 's',
    name: 'Fence',
    estimatedHours: 3,
    category: { name: 'General Help', color: 'plum', icon: 'bulb' },
  },
});
const plain = (text: string | undefined) => text?.replace(/[\u2066-\u2069]/g, '');
const asks = (given: Partial<Booking>) => {
  const ask = askOf({ ...booking, ...given }, zone, now);
  return ask && [ask.kind, plain(ask.title), ask.detail, ask.brief];
};

test('a booking asks for an answer to its quote, with the price, until the quote expires', () => {
  const quote = { paymentType: 'custom_quote' as const, quoteUntil: '2026-12-03T06:00:00.000Z' };
  expect(asks({ ...quote, quoteCents: 26_000 })).toEqual([
    'quote',
    'Quote for Fence: $260',
    'Valid until Thu 3 Dec, 5:00 pm',
    'Quote: $260',
  ]);
  expect(asks({ ...quote, quoteHours: 2.5 })?.[1]).toBe('Quote for Fence: 2.5 h of your plan');
  expect(asks(quote)?.[3]).toBe('Quote to answer');
  expect(asks({ ...quote, quoteUntil: '2026-11-27T00:59:00.000Z' })).toBeNull();
});

test('longer work, an unpaid booking and a finished visit each ask for one thing; others for nothing', () => {
  expect(asks({})).toBeNull();
  expect(asks({ status: 'completed', extraHours: 2.5 })?.slice(0, 2)).toEqual([
    'extra',
    'Fence took longer: 2.5 h more?',
  ]);
  expect(asks({ unpaidUntil: '2026-11-28T01:00:00.000Z' })?.slice(1, 3)).toEqual([
    'Fence is not paid yet',
    'Kept for you until tomorrow, 12:00 pm',
  ]);
  expect(asks({ status: 'completed' })?.[0]).toBe('review');
  expect(asks({ status: 'completed', rating: 4 })).toBeNull();
  expect(asks({ status: 'completed', disputed: true })).toBeNull();
  expect(asks({ status: 'cancelled' })).toBeNull();
});

test('the team confirms a pending time, unless something else comes first', () => {
  const at = Date.parse('2026-11-08T00:00:00.000Z');
  const paid = {
    status: 'pending',
    paymentType: 'one_time',
    scheduledDate: '2026-11-09T00:00:00.000Z',
  } as const;
  expect(isUnconfirmed(paid, at)).toBe(true);
  expect(isUnconfirmed({ ...paid, status: 'scheduled' }, at)).toBe(false);
  expect(isUnconfirmed({ ...paid, paymentType: 'custom_quote' }, at)).toBe(false);
  expect(isUnconfirmed({ ...paid, scheduledDate: null }, at)).toBe(false);
  expect(isUnconfirmed({ ...paid, scheduledDate: '2026-11-07T00:00:00.000Z' }, at)).toBe(false);
  expect(isUnconfirmed({ ...paid, unpaidUntil: '2026-11-08T06:00:00.000Z' }, at)).toBe(false);
  expect(isUnconfirmed({ ...paid, disputed: true }, at)).toBe(false);
});
