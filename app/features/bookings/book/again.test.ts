import { expect, test } from 'vitest';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import { aBooking } from '../../../shared/bookings/testing/a-booking.ts';
import { kindOf, lastBooked } from './again.ts';

const category = { name: 'Outdoor Services', color: 'leaf', icon: 'leaf' };
const service = (name: string, more: Partial<Service> = {}): Service => ({
  id: name,
  slug: name,
  name,
  description: null,
  price: 95,
  estimatedHours: 1.5,
  categoryId: 'out',
  category,
  ...more,
});
const booking = (name: string, more: Partial<Booking> = {}) =>
  aBooking(`${name}-1`, {
    status: 'completed',
    createdAt: '2026-03-01T00:00:00.000Z',
    service: { id: name, name, estimatedHours: 1.5, category },
    ...more,
  });
const names = (bookings: Booking[], services: Service[]) =>
  lastBooked(bookings, services).map(({ booking: { id } }) => id);

test('the last booking of each service is offered again, three at most', () => {
  const services = ['lawn', 'gutter', 'drain', 'leaf'].map((name) => service(name));
  const bookings = [
    booking('lawn', { id: 'new' }),
    booking('lawn', { id: 'old' }),
    booking('gutter'),
    booking('drain'),
    booking('leaf'),
  ];
  expect(names(bookings, services)).toEqual(['new', 'gutter-1', 'drain-1']);
});

test('cancelled bookings and discontinued services are not offered again', () => {
  const bookings = [
    booking('lawn', { id: 'off', status: 'cancelled' }),
    booking('gone'),
    booking('lawn', { id: 'done' }),
  ];
  expect(names(bookings, [service('lawn')])).toEqual(['done']);
});

test('a repeated booking is paid as before, or with the plan if the service is no longer sold alone', () => {
  const paid = booking('lawn', { paymentType: 'one_time' });
  expect(kindOf({ service: service('lawn'), booking: paid })).toBe('one_time');
  expect(kindOf({ service: service('lawn', { price: null }), booking: paid })).toBe('subscription');
  expect(kindOf({ service: service('lawn'), booking: booking('lawn') })).toBe('subscription');
});
