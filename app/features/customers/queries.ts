import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { CustomerLine } from '../../../api/contract/schemas/customers.ts';
import type { HoursLine } from '../../../api/contract/schemas/hours.ts';
import { keyOf } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { searchOf } from '../../lib/search.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import type { CustomerFilter } from './filter.ts';

/** Read again at each look, because other administrators change it. */
const always = { staleTime: 0 };
/** Kept for a short time only, because each typed word makes another list. */
const briefly = { gcTime: 60_000 };

/** A list of the API, read again at each look. */
const listOf = <T>(key: readonly string[], search: string) => ({
  ...pagesOf<T>(key, search),
  ...always,
  ...briefly,
});

export const customersQuery = (filter: CustomerFilter) =>
  listOf<CustomerLine>(teamKeyOf('listCustomers'), searchOf(filter));

export const customerQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: teamKeyOf('readCustomer', { id }), ...always });

export const customerDataQuery = (id: string) =>
  queryOptions<Answer<'readCustomerData'>>({ queryKey: teamKeyOf('readCustomerData', { id }), ...always });

export const customerDeletionQuery = (id: string) =>
  queryOptions<Answer<'readCustomerDeletion'>>({
    queryKey: teamKeyOf('readCustomerDeletion', { id }),
    ...always,
  });

export const statementOfQuery = (id: string) =>
  listOf<HoursLine>(teamKeyOf('listCustomerStatement', { id }), '');

export const bookingsOfQuery = (id: string) =>
  listOf<Booking>(teamKeyOf('listAllBookings'), `?${new URLSearchParams({ customer: id, limit: '20' })}`);

export const conversationOfQuery = (id: string) =>
  queryOptions<Answer<'readConversation'>>({ queryKey: keyOf('readConversation', { id }), ...always });
