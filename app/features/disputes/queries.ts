import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { Dispute } from '../../../api/contract/schemas/disputes.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

export const disputesQuery = () => pagesOf<Dispute>(teamKeyOf('listDisputes'), '');

export const disputeQuery = (id: string) =>
  queryOptions<Answer<'readDispute'>>({ queryKey: teamKeyOf('readDispute', { id }) });

export const stuckRefundsQuery = () =>
  queryOptions<Answer<'listStuckRefunds'>>({ queryKey: teamKeyOf('listStuckRefunds') });

export const leftAtProviderQuery = () =>
  queryOptions<Answer<'listLeftAtProvider'>>({ queryKey: teamKeyOf('listLeftAtProvider') });

export const unclearAtProviderQuery = () =>
  queryOptions<Answer<'listUnclearAtProvider'>>({ queryKey: teamKeyOf('listUnclearAtProvider') });

/** Reads everything again, after an action on the page or a pull to refresh. */
export async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: teamKeyOf('listDisputes') }),
    client.invalidateQueries({ queryKey: teamKeyOf('listStuckRefunds') }),
    client.invalidateQueries({ queryKey: teamKeyOf('listLeftAtProvider') }),
    client.invalidateQueries({ queryKey: teamKeyOf('listUnclearAtProvider') }),
  ]);
}
