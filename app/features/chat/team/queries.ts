import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { readPage } from '../../../lib/api.ts';
import { teamKeyOf } from '../../../shared/team-api.ts';

export const cannedRepliesQuery = () =>
  queryOptions<Answer<'listCannedReplies'>>({ queryKey: teamKeyOf('listCannedReplies'), staleTime: 0 });

/** The customer's data for the team: plan, hours, the house's needs. */
export const customerQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: teamKeyOf('readCustomer', { id }), staleTime: 0 });

const lastBookings = 3;
export const lastBookingsQuery = (id: string) => {
  const search = `?${new URLSearchParams({ customer: id, limit: String(lastBookings) })}`;
  return queryOptions<Booking[]>({
    queryKey: [...teamKeyOf('listAllBookings'), search],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readPage<Booking>(teamKeyOf('listAllBookings').join('/') + search, signal)).items,
  });
};
