import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { BillingHistoryItem } from '../../../api/contract/schemas/payments.ts';
import { keyOf } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';

/** Read from the card provider at each look, because what is left decides what can be refunded. */
export const chargeQuery = (id: string) =>
  queryOptions<Answer<'readCharge'>>({ queryKey: keyOf('readCharge', { id }), staleTime: 0, gcTime: 60_000 });

export const paymentsOfQuery = (userId: string) => ({
  ...pagesOf<BillingHistoryItem>(keyOf('listCustomerBilling', { id: userId }), '?limit=20'),
  staleTime: 0,
});

export const hoursOfQuery = (userId: string) =>
  queryOptions<Answer<'readCustomerHours'>>({
    queryKey: keyOf('readCustomerHours', { id: userId }),
    staleTime: 0,
  });

/** Reads again all that shows a customer's money or hours to the team. */
export async function readAgain(
  client: QueryClient,
  userId: string,
  bookingId: string | null = null,
): Promise<void> {
  const keys = [
    keyOf('readCustomer', { id: userId }),
    keyOf('readCustomerHours', { id: userId }),
    keyOf('listCustomerStatement', { id: userId }),
    keyOf('listCustomerBilling', { id: userId }),
    keyOf('listActs'),
    keyOf('listStuckRefunds'),
    ...(bookingId ? [keyOf('readAnyBooking', { id: bookingId })] : []),
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
