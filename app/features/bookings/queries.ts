import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../api/contract/calls.ts';
import type { Booking, BookingDetail } from '../../../api/contract/entities.ts';
import { paths } from '../../../api/contract/paths.ts';
import { isMissing, keyOf, readPage } from '../../lib/api.ts';
import { addToKnown } from '../../lib/cache/add-to-known.ts';
import { type BookingsPage, earlierBookings, keepListed } from '../../lib/cache/keep-changed.ts';
import { makeInvitationDue } from '../../pwa/install/install.ts';
import { makeOfferDue } from '../../pwa/push/push-offer.ts';

/** My bookings, the newest first: the first page, which most people never fill. */
export const bookingsQuery = () => queryOptions<Answer<'listBookings'>>({ queryKey: keyOf('listBookings') });

export const bookingQuery = (id: string) =>
  queryOptions<Answer<'readBooking'>>({ queryKey: keyOf('readBooking', { id }) });

/** How many bookings the server gives at once. */
const pageLength = 200;

/**
 * All bookings that were asked for: the first page, and behind it the earlier ones page by page (`Link` header).
 * @param shown whether the list is in front; a hidden list asks for nothing
 */
export function useBookings(shown: boolean) {
  const first = useQuery({ ...bookingsQuery(), enabled: shown });
  const [asked, setAsked] = useState(false);
  const earlier = useInfiniteQuery({
    queryKey: earlierBookings,
    meta: { path: paths.listBookings.path },
    enabled: asked && shown,
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
    /** Whether the server has earlier ones than these. */
    more,
    readingMore: earlier.isFetching,
    moreFailed: earlier.error,
    readMore: () => {
      if (!asked) setAsked(true);
      else if (earlier.data) void earlier.fetchNextPage();
      else void earlier.refetch();
    },
  };
}

const firstPath = () => `${keyOf('listBookings').join('/')}?limit=${pageLength}`;

/** Pages end to end; a booking that moved from one to the next between two reads shows once. */
export function joined(first: Booking[], pages: readonly BookingsPage[]): Booking[] {
  if (!pages.length) return first;
  const all = new Map<string, Booking>();
  for (const booking of [...first, ...pages.flatMap(({ items }) => items)])
    if (!all.has(booking.id)) all.set(booking.id, booking);
  return [...all.values()];
}

/** What may be changed is the server's to say; until it has, nothing is offered. */
const unknownChanges: BookingDetail['changes'] = { freeUntil: null, cancel: null, mayReschedule: false };

/** A booking that was only ever seen in the list is readable too: then it has no changes to show. */
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

/** Whether the list, which was read after a booking's own answer, knows it to be otherwise by now. */
export const isBehind = (
  own: { data: BookingDetail | undefined; dataUpdatedAt: number },
  list: { data: Booking | undefined; dataUpdatedAt: number },
): boolean =>
  own.data !== undefined &&
  list.data !== undefined &&
  list.dataUpdatedAt > own.dataUpdatedAt &&
  (list.data.status !== own.data.status || list.data.scheduledDate !== own.data.scheduledDate);

/**
 * A booking as the list has it since its own answer, with what that told of its life.
 * @param unread whether its own answer is not to be had now: what it offered may be over
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

/** The booking's own answer, which alone tells what may be changed: here, still coming, or not to be had now. */
export type OwnAnswer = 'here' | 'coming' | 'unread';

/**
 * One booking, from its own answer or from the list.
 * @param shown whether the page is in front; hidden pages ask for nothing
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
  // The list is then of before: without a network it would go on to offer it.
  useEffect(() => {
    if (missing) dropFromList(client, id);
  }, [client, id, missing]);
  const { data: detail, dataUpdatedAt: readAt, error } = query;
  const { data: listed } = list;
  useEffect(() => {
    if (detail) keepListed(client, detail, readAt);
  }, [client, detail, readAt]);
  const behind = isBehind(query, list);
  const own: OwnAnswer = detail && !(behind && error) ? 'here' : error ? 'unread' : 'coming';
  const booking =
    behind && detail && listed ? caughtUp(detail, listed, own === 'unread') : detailOf(detail, listed);
  return { query, missing, own, booking: missing ? undefined : booking };
}

/** Reads the terms of a change again when its notice begins while they are shown, or has begun meanwhile. */
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
    // A timer stands still in an app that is away, and holds no more than 24 days.
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

/** Puts a booking that was just made into the list that the person is about to see, and what is asked then becomes due. */
export function keepBooking(client: QueryClient, booking: Booking): void {
  makeOfferDue();
  makeInvitationDue();
  addToKnown<Answer<'listBookings'>>(
    client,
    keyOf('listBookings'),
    (bookings) => bookings && [booking, ...bookings.filter(({ id }) => id !== booking.id)],
  );
}
