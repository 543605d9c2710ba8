import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Booking, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { keyOf } from '../api.ts';
import { addToKnown } from './add-to-known.ts';

export type BookingsPage = { items: Booking[]; next: string | null };

/** The key of the bookings after the first page. It is no path, so they are not stored on the device. */
export const earlierBookings = ['bookings', 'earlier'];

/** The fields of a booking's own answer that the list lacks: the compiler asks for each. */
const ownOnly: Record<Exclude<keyof BookingDetail, keyof Booking>, true> = {
  details: true,
  answers: true,
  statusChanges: true,
  moves: true,
  changes: true,
  payment: true,
  quote: true,
  past: true,
  extra: true,
  terms: true,
  charges: true,
  noticeHours: true,
  timeTaken: true,
};

/** A booking's row in the list, made from its own answer. */
const rowOf = (detail: BookingDetail): Booking =>
  Object.fromEntries(Object.entries(detail).filter(([field]) => !(field in ownOnly))) as Booking;

/**
 * Updates a booking's row in the list from its own answer, if the list was read before that; otherwise the row would
 * show an old state. The list's age stays.
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
 * Shows a changed booking in all places: its own page, its row in the list, the hours of its person and their bills.
 * A read that began before the change must not restore the old state. An answer may have waited on the device for
 * days, so due reads are still made.
 * @param at the time of this state, if it is not now (milliseconds since the epoch): newer reads stay
 */
export async function keepChanged(client: QueryClient, detail: BookingDetail, at?: number): Promise<void> {
  const detailKey = keyOf('readBooking', { id: detail.id });
  const list = keyOf('listBookings');
  const listIsBeingRead = client.isFetching({ queryKey: list, exact: true }) > 0;
  await Promise.all([
    client.cancelQueries({ queryKey: detailKey, exact: true }),
    client.cancelQueries({ queryKey: list, exact: true }),
  ]);
  const booking = rowOf(detail);
  const inPlace = (bookings: Booking[]) => bookings.map((b) => (b.id === booking.id ? booking : b));
  const put = <T>(queryKey: QueryKey, change: (known: T | undefined) => T | undefined) => {
    const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (at === undefined || readAt <= at) addToKnown<T>(client, queryKey, change, 'active', at);
  };
  put<BookingDetail>(detailKey, () => detail);
  put<Booking[]>(list, (bookings) => bookings && inPlace(bookings));
  put<InfiniteData<BookingsPage>>(
    earlierBookings,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: inPlace(page.items) })) },
  );
  void client.invalidateQueries({ queryKey: keyOf('readUser') });
  if (detail.payment) void client.invalidateQueries({ queryKey: keyOf('listBillingHistory') });
  if (listIsBeingRead) void client.invalidateQueries({ queryKey: list, exact: true });
}
