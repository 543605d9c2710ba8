import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { BillingHistoryItem } from '../../../api/contract/schemas/payments.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

/** Read from the card provider at each look, because what is left decides what can be refunded. */
export const chargeQuery = (id: string) =>
  queryOptions<Answer<'readCharge'>>({
    queryKey: teamKeyOf('readCharge', { id }),
    staleTime: 0,
    gcTime: 60_000,
  });

export const paymentsOfQuery = (userId: string) => ({
  ...pagesOf<BillingHistoryItem>(teamKeyOf('listCustomerBilling', { id: userId }), '?limit=20'),
  staleTime: 0,
});

export const hoursOfQuery = (userId: string) =>
  queryOptions<Answer<'readCustomerHours'>>({
    queryKey: teamKeyOf('readCustomerHours', { id: userId }),
    staleTime: 0,
  });

/** Reads again all that shows a customer's money or hours to the team. */
export async function readAgain(
  client: QueryClient,
  userId: string,
  bookingId: string | null = null,
): Promise<void> {
  const keys = [
    teamKeyOf('readCustomer', { id: userId }),
    teamKeyOf('readCustomerHours', { id: userId }),
    teamKeyOf('listCustomerStatement', { id: userId }),
    teamKeyOf('listCustomerBilling', { id: userId }),
    teamKeyOf('listActs'),
    teamKeyOf('listStuckRefunds'),
    ...(bookingId ? [teamKeyOf('readAnyBooking', { id: bookingId })] : []),
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
