import type { QueryClient } from '@tanstack/react-query';
import type { Booking } from '../../api/contract/entities.ts';
import { bookingQuery, bookingsQuery, isBehind } from '../features/bookings/queries.ts';
import { threadQuery } from '../features/messages/queries.ts';
import { keepListed } from '../lib/cache/keep-changed.ts';

/** As many visits as somebody has in mind. */
const most = 5;

const isOpen = ({ status }: Booking) => ['pending', 'scheduled', 'in_progress'].includes(status);
/** Those without a time come last. */
const byTime = (a: Booking, b: Booking) =>
  (a.scheduledDate ?? '9').localeCompare(b.scheduledDate ?? '9') || b.createdAt.localeCompare(a.createdAt);

/**
 * Reads the next visits and their threads before anybody looks at them, one after the other, so that all of it is there
 * in a place without a network, moving and calling off included. What was read before is read again only where the list
 * knows a visit to be otherwise by now.
 * @throws ApiError, NetworkError: what is left is read at the next start
 */
export async function readAhead(client: QueryClient): Promise<void> {
  const list = client.getQueryState(bookingsQuery().queryKey);
  const next = (list?.data ?? []).filter(isOpen).sort(byTime).slice(0, most);
  for (const booking of next) {
    const [own, thread] = [bookingQuery(booking.id), threadQuery(booking.id)];
    const { data, dataUpdatedAt = 0 } = client.getQueryState(own.queryKey) ?? {};
    const listed = { data: booking, dataUpdatedAt: list?.dataUpdatedAt ?? 0 };
    const isOld = data === undefined || isBehind({ data, dataUpdatedAt }, listed);
    if (isOld) keepListed(client, await client.fetchQuery({ ...own, staleTime: 0 }), Date.now());
    if (isOld || client.getQueryData(thread.queryKey) === undefined)
      await client.fetchQuery({ ...thread, staleTime: 0 });
  }
}
