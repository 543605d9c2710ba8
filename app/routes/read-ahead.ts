import type { QueryClient } from '@tanstack/react-query';
import { bookingQuery, bookingsQuery, isBehind } from '../features/bookings/queries.ts';
import { threadQuery } from '../features/messages/queries.ts';
import { keepListed } from '../lib/cache/keep-changed.ts';
import { byVisit, isOpen } from '../shared/bookings/asks.ts';
import { homesQuery } from '../shared/homes/homes.ts';
import { pictureOf } from '../shared/services/picture.ts';

/** The number of visits that are read ahead. */
const most = 5;

/**
 * Reads the next visits and their threads before anybody opens them, one after the other, so that all of it can be
 * used without a network, including moving and cancelling, with the photo of who comes. A visit that was read before is read again only if the
 * list shows a newer state.
 * @throws ApiError, NetworkError: the rest is read at the next start
 */
export async function readAhead(client: QueryClient): Promise<void> {
  const list = client.getQueryState(bookingsQuery().queryKey);
  const next = (list?.data ?? []).filter(isOpen).sort(byVisit).slice(0, most);
  for (const booking of next) {
    const [detailQuery, thread] = [bookingQuery(booking.id), threadQuery(booking.id)];
    const { data, dataUpdatedAt = 0 } = client.getQueryState(detailQuery.queryKey) ?? {};
    const listed = { data: booking, dataUpdatedAt: list?.dataUpdatedAt ?? 0 };
    const isOld = data === undefined || isBehind({ data, dataUpdatedAt }, listed);
    if (isOld) keepListed(client, await client.fetchQuery({ ...detailQuery, staleTime: 0 }), Date.now());
    if (isOld || client.getQueryData(thread.queryKey) === undefined)
      await client.fetchQuery({ ...thread, staleTime: 0 });
    if (booking.worker?.picture) await keepPicture(booking.worker.picture);
  }
  // The form of the next booking begins with them, also without a network.
  const homes = homesQuery();
  if (list?.data?.length && client.getQueryData(homes.queryKey) === undefined) await client.fetchQuery(homes);
}

/** The worker keeps a picture that was fetched once, and answers with it from then on. */
const keepPicture = (id: string): Promise<unknown> => fetch(pictureOf(id));
