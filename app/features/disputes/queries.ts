import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { Dispute } from '../../../api/contract/schemas/disputes.ts';
import { keyOf } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';

export const disputesQuery = () => pagesOf<Dispute>(keyOf('listDisputes'), '');

export const disputeQuery = (id: string) =>
  queryOptions<Answer<'readDispute'>>({ queryKey: keyOf('readDispute', { id }) });

export const stuckRefundsQuery = () =>
  queryOptions<Answer<'listStuckRefunds'>>({ queryKey: keyOf('listStuckRefunds') });

export const leftAtProviderQuery = () =>
  queryOptions<Answer<'listLeftAtProvider'>>({ queryKey: keyOf('listLeftAtProvider') });

export const unclearAtProviderQuery = () =>
  queryOptions<Answer<'listUnclearAtProvider'>>({ queryKey: keyOf('listUnclearAtProvider') });

/** Reads everything again, after an action on the page or a pull to refresh. */
export async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keyOf('listDisputes') }),
    client.invalidateQueries({ queryKey: keyOf('listStuckRefunds') }),
    client.invalidateQueries({ queryKey: keyOf('listLeftAtProvider') }),
    client.invalidateQueries({ queryKey: keyOf('listUnclearAtProvider') }),
  ]);
}
