import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AdminBooking,
  AdminBookingDetail,
  BookingsSummary,
  StatusConsequence,
} from '../../../api/contract/admin-booking-calls.ts';
import type { Answer } from '../../../api/contract/calls.ts';
import type { CustomerLine } from '../../../api/contract/customers.ts';
import type { BookingStatus } from '../../../api/contract/entities.ts';
import type { WaitingHours as Waiting } from '../../../api/contract/extra-hours-calls.ts';
import { ApiError, keyOf, NetworkError, readPage, request } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { searchOf } from '../../lib/search.ts';
import type { Filter } from './filter.ts';

/** Others of the team change it too: it is asked for anew whenever it is looked at. */
const always = { staleTime: 0 };
/** Each word that is typed makes a list; they are not kept for long. */
const briefly = { gcTime: 60_000 };

/** The list that a filter leaves. */
export const allBookingsQuery = (filter: Filter) => ({
  ...pagesOf<AdminBooking>(keyOf('listAllBookings'), searchOf(filter)),
  ...always,
  ...briefly,
});

/** At midnight other bookings are today's, of which nobody tells: they are counted anew while they are looked at. */
const countedEveryMs = 5 * 60_000;

/** The status narrows the list and not what the tabs count. */
export function summaryQuery(filter: Filter) {
  const path = keyOf('summariseBookings');
  const search = searchOf({ ...filter, status: '' });
  return queryOptions({
    queryKey: [...path, search || '?'],
    ...always,
    ...briefly,
    refetchInterval: countedEveryMs,
    queryFn: ({ signal }) => request('GET', path.join('/') + search, { signal }) as Promise<BookingsSummary>,
  });
}

export const anyBookingQuery = (id: string) =>
  queryOptions<AdminBookingDetail>({ queryKey: keyOf('readAnyBooking', { id }), ...always });

/** So many are seen at a glance. */
const waitingShown = 5;

/** Questions about longer work that customers have not answered, the newest first. */
export function waitingHoursQuery() {
  const path = keyOf('listExtraHours');
  const search = `?limit=${waitingShown}`;
  return queryOptions({
    queryKey: [...path, search],
    ...always,
    queryFn: ({ signal }) => readPage<Waiting>(path.join('/') + search, signal),
  });
}

/** What setting a status would do; never kept: the next moment it may be something else. */
export function consequenceQuery(id: string, status: BookingStatus, actualHours: number | null) {
  const path = keyOf('previewBookingStatus', { id });
  const query = new URLSearchParams({ status });
  if (actualHours !== null) query.set('actualHours', String(actualHours));
  return queryOptions({
    queryKey: [...path, `?${query}`],
    ...always,
    gcTime: 0,
    queryFn: ({ signal }) =>
      request('GET', `${path.join('/')}?${query}`, { signal }) as Promise<StatusConsequence>,
  });
}

/** As many as one looks through at a glance. */
const peopleOffered = 8;

/** Some of the people whom a text means, or the newest of all; and whether there are more. */
export function peopleQuery(text: string) {
  const path = keyOf('listCustomers');
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

/** Somebody whom the address names and the list does not. */
export const personQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: keyOf('readCustomer', { id }) });

export const categoriesQuery = () =>
  queryOptions<Answer<'listCategories'>>({ queryKey: keyOf('listCategories') });

/** The team's lists, counts and pages of bookings are read again: those that show now, the rest when they do. */
export const bookingsAreOld = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf('listAllBookings') });

/** Why something was not done, for a person; what they entered is still there. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError)
    return 'The network did not answer. Nothing is lost; please try again when it is back.';
  if (error instanceof ApiError && error.status < 500 && error.text) return error.text;
  return 'Something went wrong on our side. Nothing is lost; please try again.';
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';
