import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AdminBooking,
  AdminBookingDetail,
  BookingsSummary,
  StatusConsequence,
} from '../../../api/contract/calls/admin-booking-calls.ts';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { WaitingHours as Waiting } from '../../../api/contract/calls/overtime-calls.ts';
import type { BookingStatus } from '../../../api/contract/schemas/bookings.ts';
import type { CustomerLine } from '../../../api/contract/schemas/customers.ts';
import { ApiError, keyOf, NetworkError, readPage, request } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { searchOf } from '../../lib/search.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import type { Filter } from './filter.ts';

/** Read again at each look, because other administrators change it. */
const always = { staleTime: 0 };
/** Kept for a short time only, because each typed word makes another list. */
const briefly = { gcTime: 60_000 };

/** The filtered list. */
export const allBookingsQuery = (filter: Filter) => ({
  ...pagesOf<AdminBooking>(teamKeyOf('listAllBookings'), searchOf(filter)),
  ...always,
  ...briefly,
});

/**
 * The interval of new counts while they are visible: at midnight the bookings of today change, and no event reports
 * it.
 */
const countedEveryMs = 5 * 60_000;

/** The counts in the tabs ignore the status, which filters the list alone. */
export function summaryQuery(filter: Filter) {
  const path = teamKeyOf('summariseBookings');
  const search = searchOf({ ...filter, status: '', sort: '' });
  return queryOptions({
    queryKey: [...path, search || '?'],
    ...always,
    ...briefly,
    refetchInterval: countedEveryMs,
    queryFn: ({ signal }) => request('GET', path.join('/') + search, { signal }) as Promise<BookingsSummary>,
  });
}

export const anyBookingQuery = (id: string) =>
  queryOptions<AdminBookingDetail>({ queryKey: teamKeyOf('readAnyBooking', { id }), ...always });

/** The number that can be seen at a glance. */
const waitingShown = 5;

/** Questions about longer work that wait for their customers, the newest first. */
export function waitingHoursQuery() {
  const path = teamKeyOf('listExtraHours');
  const search = `?limit=${waitingShown}`;
  return queryOptions({
    queryKey: [...path, search],
    ...always,
    queryFn: ({ signal }) => readPage<Waiting>(path.join('/') + search, signal),
  });
}

/** The effects of setting a status; never cached, because they may change at any moment. */
export function consequenceQuery(
  id: string,
  status: BookingStatus,
  { actualHours, asksAnew }: { actualHours: number | null; asksAnew: boolean },
) {
  const path = teamKeyOf('previewBookingStatus', { id });
  const query = new URLSearchParams({ status });
  if (actualHours !== null) query.set('actualHours', String(actualHours));
  if (asksAnew) query.set('anotherReason', '1');
  return queryOptions({
    queryKey: [...path, `?${query}`],
    ...always,
    gcTime: 0,
    queryFn: ({ signal }) =>
      request('GET', `${path.join('/')}?${query}`, { signal }) as Promise<StatusConsequence>,
  });
}

/** The number that can be read at a glance. */
const peopleOffered = 8;

/** Some of the people that match a text, or the newest of all; and whether there are more. */
export function peopleQuery(text: string) {
  const path = teamKeyOf('listCustomers');
  const search = `?${new URLSearchParams({ ...(text && { text }), limit: String(peopleOffered) })}`;
  return queryOptions({
    queryKey: [...path, search],
    ...always,
    ...briefly,
    queryFn: ({ signal }) => readPage<CustomerLine>(path.join('/') + search, signal),
    select: offersOf,
  });
}

const offersOf = ({ items, next }: { items: readonly CustomerLine[]; next: string | null }) => ({
  offers: items.map((person) => ({ id: person.id, name: fullNameOf(person), detail: person.email })),
  more: next !== null,
});

/** The number of bookings that are found beside people. */
const bookingsFound = 4;

/** Some of the bookings that match a text, the next ones first. */
export function foundBookingsQuery(text: string) {
  const path = teamKeyOf('listAllBookings');
  const search = `?${new URLSearchParams({ text, sort: '-when', limit: String(bookingsFound) })}`;
  return queryOptions({
    queryKey: [...path, search],
    ...always,
    ...briefly,
    queryFn: ({ signal }) => readPage<AdminBooking>(path.join('/') + search, signal),
  });
}

/** A person who is named in the address and missing in the list. */
export const personQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: teamKeyOf('readCustomer', { id }) });

export const categoriesQuery = () =>
  queryOptions<Answer<'listCategories'>>({ queryKey: keyOf('listCategories') });

/**
 * Marks the team's lists, counts and pages of bookings as old: visible ones are read again now, the others when they
 * are shown.
 */
export const bookingsAreOld = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: teamKeyOf('listAllBookings') });

/** The reason for a failure, in words for a person; the entered text is still there. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError)
    return 'The network did not answer. Nothing is lost; please try again when it is back.';
  if (error instanceof ApiError && error.status < 500 && error.text) return error.text;
  return 'Something went wrong on our side. Nothing is lost; please try again.';
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';
