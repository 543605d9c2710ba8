import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import type { Booking, BookingDetail } from '../../../api/contract/entities.ts';
import { ApiError, keyOf } from '../../lib/api.ts';

/** My bookings, the newest first. One page holds 200: tabs and tiles count what it gives. */
export const bookingsQuery = () => queryOptions<Answer<'listBookings'>>({ queryKey: keyOf('listBookings') });

export const bookingQuery = (id: string) =>
  queryOptions<Answer<'readBooking'>>({ queryKey: keyOf('readBooking', { id }) });

/** What may be changed is the server's to say; until it has, nothing is offered. */
const unknownChanges: BookingDetail['changes'] = { freeUntil: null, cancel: null, mayReschedule: false };

/** A booking that was only ever seen in the list is readable too: then it has no changes to show. */
export function detailOf(detail: BookingDetail | undefined, listed: Booking | undefined) {
  return (
    detail ?? (listed && { ...listed, statusChanges: [], moves: [], changes: unknownChanges, payment: null })
  );
}

/**
 * One booking, from its own answer or from the list.
 * @param shown whether the page is in front; hidden pages ask for nothing
 */
export function useBooking(id: string, shown: boolean) {
  const query = useQuery({ ...bookingQuery(id), enabled: shown });
  const { data: listed } = useQuery({
    ...bookingsQuery(),
    enabled: false,
    select: (bookings) => bookings.find((booking) => booking.id === id),
  });
  const missing = query.error instanceof ApiError && query.error.status === 404;
  return { query, missing, booking: missing ? undefined : detailOf(query.data, listed) };
}

/** Puts a booking that was just made into the list that the person is about to see. */
export function keepBooking(client: QueryClient, booking: Booking): void {
  client.setQueryData<Answer<'listBookings'>>(
    keyOf('listBookings'),
    (bookings) => bookings && [booking, ...bookings.filter(({ id }) => id !== booking.id)],
  );
}
