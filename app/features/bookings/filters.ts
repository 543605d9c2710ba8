import type { Booking, BookingStatus } from '../../../api/contract/schemas/bookings.ts';

export type BookingTab = 'all' | BookingStatus;
export type BookingCounts = Record<BookingTab, number>;

/** The list's tabs with their texts for an empty list (spec §2, Bookings). */
export const bookingTabs: readonly { value: BookingTab; label: string; empty: string; text: string }[] = [
  {
    value: 'all',
    label: 'All',
    empty: 'No bookings yet',
    text: 'Schedule your first service to get started',
  },
  {
    value: 'pending',
    label: 'Pending',
    empty: 'No pending bookings',
    text: 'What you book waits here until the team agrees to the time.',
  },
  {
    value: 'scheduled',
    label: 'Scheduled',
    empty: 'No scheduled bookings',
    text: 'Visits whose time is agreed stand here.',
  },
  {
    value: 'in_progress',
    label: 'Active',
    empty: 'No active bookings',
    text: 'While the team is at work, the visit is here.',
  },
  {
    value: 'completed',
    label: 'Completed',
    empty: 'No completed bookings',
    text: 'Finished work is kept here, to review and to look back on.',
  },
  {
    value: 'cancelled',
    label: 'Cancelled',
    empty: 'No cancelled bookings',
    text: 'What you or the team call off is kept here.',
  },
];

/** The tiles above the list (spec §2, Bookings). */
export const bookingTiles: readonly { value: BookingTab; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'all', label: 'Total' },
];

export function countBookings(bookings: readonly Pick<Booking, 'status'>[]): BookingCounts {
  const counts: BookingCounts = {
    all: bookings.length,
    pending: 0,
    scheduled: 0,
    in_progress: 0,
    completed: 0,
    cancelled: 0,
  };
  for (const { status } of bookings) counts[status] += 1;
  return counts;
}

export function bookingsIn<B extends Pick<Booking, 'status'>>(tab: BookingTab, bookings: readonly B[]): B[] {
  return bookings.filter(({ status }) => tab === 'all' || status === tab);
}

/** The short form of an id, as shown to a person (spec §9). */
export const shortId = (id: string) => id.slice(0, 8);

/** Hours in the usual form: "1.5 h". */
export const hoursText = (hours: number) => `${Number(hours.toFixed(2))} h`;
