import type { Booking } from '../../../../api/contract/schemas/bookings.ts';

/** A member's scheduled visit of one hour, as the server answers it, with these differences. */
export const aBooking = (id: string, given: Partial<Booking> = {}): Booking => ({
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
