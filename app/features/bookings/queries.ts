import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { Booking, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { isMissing, keyOf, readPage } from '../../lib/api.ts';
import { addToKnown } from '../../lib/cache/add-to-known.ts';
import { type BookingsPage, earlierBookings, keepListed } from '../../lib/cache/keep-changed.ts';
import { makeInvitationDue } from '../../pwa/install/install.ts';
import { makeOfferDue } from '../../pwa/push/push-offer.ts';

/** The person's bookings, the newest first: the first page, which most people never fill. */
export const bookingsQuery = () => queryOptions<Answer<'listBookings'>>({ queryKey: keyOf('listBookings') });

export const bookingQuery = (id: string) =>
  queryOptions<Answer<'readBooking'>>({ queryKey: keyOf('readBooking', { id }) });

/** The number of bookings in one answer of the server. */
const pageLength = 200;

/**
 * All requested bookings: the first page, followed by the earlier ones page by page (`Link` header).
 * @param shown whether the list is visible; a hidden list sends no requests
 */
export function useBookings(shown: boolean) {
  const first = useQuery({ ...bookingsQuery(), enabled: shown });
  const [isRequested, setIsRequested] = useState(false);
  const earlier = useInfiniteQuery({
    queryKey: earlierBookings,
    meta: { path: customerPaths.listBookings.path },
    enabled: isRequested && shown,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<BookingsPage> => {
      const from = pageParam ?? (await readPage<Booking>(firstPath(), signal)).next;
      return from ? readPage<Booking>(from, signal) : { items: [], next: null };
    },
    getNextPageParam: (last) => last.next,
  });
  const bookings = first.data && joined(first.data, earlier.data?.pages ?? []);
  const more = earlier.data ? earlier.hasNextPage : (first.data?.length ?? 0) >= pageLength;
  return {
    first,
    bookings,
    /** Whether the server has earlier bookings. */
    more,
    readingMore: earlier.isFetching,
    moreFailed: earlier.error,
    readMore: () => {
      if (!isRequested) setIsRequested(true);
      else if (earlier.data) void earlier.fetchNextPage();
      else void earlier.refetch();
    },
  };
}

const firstPath = () => `${keyOf('listBookings').join('/')}?limit=${pageLength}`;

/** Joins pages; a booking that moved from one page to the next between two reads appears once. */
export function joined(first: Booking[], pages: readonly BookingsPage[]): Booking[] {
  if (!pages.length) return first;
  const all = new Map<string, Booking>();
  for (const booking of [...first, ...pages.flatMap(({ items }) => items)])
    if (!all.has(booking.id)) all.set(booking.id, booking);
  return [...all.values()];
}

/** The server decides which changes are possible; until its answer, none are offered. */
const unknownChanges: BookingDetail['changes'] = { freeUntil: null, cancel: null, mayReschedule: false };

/** A booking known only from the list is readable too, but offers no changes. */
export function detailOf(detail: BookingDetail | undefined, listed: Booking | undefined) {
  return (
    detail ??
    (listed && {
      ...listed,
      statusChanges: [],
      moves: [],
      changes: unknownChanges,
      payment: null,
      quote: null,
    })
  );
}

/** Whether the list, read later than the booking's own answer, shows another state of the booking. */
export const isBehind = (
  detailQuery: { data: BookingDetail | undefined; dataUpdatedAt: number },
  list: { data: Booking | undefined; dataUpdatedAt: number },
): boolean =>
  detailQuery.data !== undefined &&
  list.data !== undefined &&
  list.dataUpdatedAt > detailQuery.dataUpdatedAt &&
  (list.data.status !== detailQuery.data.status ||
    list.data.scheduledDate !== detailQuery.data.scheduledDate);

/**
 * A booking in the list's newer state, with the timeline of its own answer.
 * @param unread whether the own answer cannot be read now: its offers may be outdated
 */
export const caughtUp = (detail: BookingDetail, listed: Booking, unread: boolean): BookingDetail =>
  unread
    ? {
        ...listed,
        statusChanges: detail.statusChanges,
        moves: detail.moves,
        payment: detail.payment,
        changes: unknownChanges,
        quote: null,
      }
    : { ...detail, ...listed };

/**
 * The state of the booking's own answer, which alone names the possible changes: read, being read, or not readable
 * now.
 */
export type OwnAnswer = 'here' | 'coming' | 'unread';

/**
 * One booking, from its own answer or from the list.
 * @param shown whether the page is visible; hidden pages send no requests
 */
export function useBooking(id: string, shown: boolean) {
  const query = useQuery({ ...bookingQuery(id), enabled: shown });
  const list = useQuery({
    ...bookingsQuery(),
    enabled: false,
    select: (bookings) => bookings.find((booking) => booking.id === id),
  });
  useTermsInTime(query.data?.changes.freeUntil ?? null, query.dataUpdatedAt, shown, query.refetch);
  const missing = isMissing(query.error);
  const client = useQueryClient();
  // The list is outdated then: without a network it would still offer the booking.
  useEffect(() => {
    if (missing) dropFromList(client, id);
  }, [client, id, missing]);
  const { data: detail, dataUpdatedAt: readAt, error } = query;
  const { data: listed } = list;
  useEffect(() => {
    if (detail) keepListed(client, detail, readAt);
  }, [client, detail, readAt]);
  const behind = isBehind(query, list);
  const detailState: OwnAnswer = detail && !(behind && error) ? 'here' : error ? 'unread' : 'coming';
  const booking =
    behind && detail && listed
      ? caughtUp(detail, listed, detailState === 'unread')
      : detailOf(detail, listed);
  return { query, missing, detailState, booking: missing ? undefined : booking };
}

/** Reads the terms of a change again when the notice period begins while they are shown, or has begun meanwhile. */
function useTermsInTime(
  freeUntil: string | null,
  readAt: number,
  shown: boolean,
  refetch: () => Promise<unknown>,
): void {
  useEffect(() => {
    if (!shown || !freeUntil) return;
    const begins = Date.parse(freeUntil) + 1000;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer stops while the app is in the background, and cannot wait longer than 24 days.
    const look = () => {
      clearTimeout(timer);
      const left = begins - Date.now();
      if (left > 0) timer = setTimeout(look, Math.min(left, 86_400_000));
      else if (readAt < begins) void refetch();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [freeUntil, readAt, shown, refetch]);
}

function dropFromList(client: QueryClient, id: string): void {
  const isListed = (booking: Booking) => booking.id === id;
  const { queryKey } = bookingsQuery();
  if (!client.getQueryData<Booking[]>(queryKey)?.some(isListed)) return;
  addToKnown<Booking[]>(client, queryKey, (known) => known?.filter((booking) => !isListed(booking)));
}

/** Adds a new booking to the list that the person is about to see, and makes the question after a booking due. */
export function keepBooking(client: QueryClient, booking: Booking): void {
  makeOfferDue();
  makeInvitationDue();
  addToKnown<Answer<'listBookings'>>(
    client,
    keyOf('listBookings'),
    (bookings) => bookings && [booking, ...bookings.filter(({ id }) => id !== booking.id)],
  );
}
