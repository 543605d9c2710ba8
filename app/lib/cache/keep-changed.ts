import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Booking, BookingDetail } from '../../../api/contract/entities.ts';
import { keyOf } from '../api.ts';
import { addToKnown } from './add-to-known.ts';

export type BookingsPage = { items: Booking[]; next: string | null };

/** The key of the bookings before the first page. Not a path: they are not kept on the device. */
export const earlierBookings = ['bookings', 'earlier'];

/** What a booking's own answer has and the list has not: the compiler asks for each. */
const ownOnly: Record<Exclude<keyof BookingDetail, keyof Booking>, true> = {
  statusChanges: true,
  moves: true,
  changes: true,
  payment: true,
  quote: true,
  past: true,
  extra: true,
  terms: true,
};

/** What the list has of a booking, out of its own answer. */
const rowOf = (detail: BookingDetail): Booking =>
  Object.fromEntries(Object.entries(detail).filter(([field]) => !(field in ownOnly))) as Booking;

/**
 * Puts a booking's own answer into its place in the list, where that was read before: else it would say there what it
 * is no more. The list is as old as it was.
 * @param readAt when the answer was read (milliseconds since the epoch)
 */
export function keepListed(client: QueryClient, detail: BookingDetail, readAt: number): void {
  const queryKey = keyOf('listBookings');
  const list = client.getQueryState<Booking[]>(queryKey);
  const row = list?.data?.find(({ id }) => id === detail.id);
  if (!list || !row || list.dataUpdatedAt > readAt) return;
  if (row.status === detail.status && row.scheduledDate === detail.scheduledDate) return;
  const inPlace = (known: Booking[] | undefined) => known?.map((b) => (b === row ? rowOf(detail) : b));
  addToKnown<Booking[]>(client, queryKey, inPlace, 'none', list.dataUpdatedAt);
}

/**
 * Shows what a booking has become wherever it stands: on its own page, in its place in the list, in the hours
 * of its person and in their bills. A read that began before the change must not bring the old state back. An answer
 * may have waited on the device for days: what was to be read again still is.
 * @param at when it was so, where that is not now (milliseconds since the epoch): what was read since stays
 */
export async function keepChanged(client: QueryClient, detail: BookingDetail, at?: number): Promise<void> {
  const own = keyOf('readBooking', { id: detail.id });
  const list = keyOf('listBookings');
  const listIsBeingRead = client.isFetching({ queryKey: list, exact: true }) > 0;
  await Promise.all([
    client.cancelQueries({ queryKey: own, exact: true }),
    client.cancelQueries({ queryKey: list, exact: true }),
  ]);
  const booking = rowOf(detail);
  const inPlace = (bookings: Booking[]) => bookings.map((b) => (b.id === booking.id ? booking : b));
  const put = <T>(queryKey: QueryKey, change: (known: T | undefined) => T | undefined) => {
    const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (at === undefined || readAt <= at) addToKnown<T>(client, queryKey, change, 'active', at);
  };
  put<BookingDetail>(own, () => detail);
  put<Booking[]>(list, (bookings) => bookings && inPlace(bookings));
  put<InfiniteData<BookingsPage>>(
    earlierBookings,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: inPlace(page.items) })) },
  );
  void client.invalidateQueries({ queryKey: keyOf('readUser') });
  if (detail.payment) void client.invalidateQueries({ queryKey: keyOf('listBillingHistory') });
  if (listIsBeingRead) void client.invalidateQueries({ queryKey: list, exact: true });
}
