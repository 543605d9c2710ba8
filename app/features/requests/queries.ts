import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import type { RequestState } from '../../../api/contract/quote-terms.ts';
import type { CustomRequest } from '../../../api/contract/quotes.ts';
import { keyOf } from '../../lib/api.ts';
import { pagesOf, rowsOf } from '../../lib/cache/pages.ts';

/** What stands beneath it is read anew whenever a request changes. */
export const requestsKey = keyOf('listRequests');

export const countsQuery = () => queryOptions<Answer<'countRequests'>>({ queryKey: keyOf('countRequests') });

/** How many requests wait for the team. @param shown whether that is in front */
export function useWaitingRequests(shown: boolean): number {
  const { data } = useQuery({ ...countsQuery(), enabled: shown });
  return data?.waiting ?? 0;
}

/**
 * The requests of one state, page by page (`Link` header).
 * @param shown whether they are in front; a hidden list asks for nothing
 */
export function useRequests(state: RequestState, shown: boolean) {
  const { data: counts } = useQuery({ ...countsQuery(), enabled: shown });
  const query = useInfiniteQuery({
    ...pagesOf<CustomRequest>(requestsKey, `?state=${state}`),
    enabled: shown,
  });
  return { query, requests: query.data && rowsOf(query.data), counts };
}

/** After anything that was done to one of them: it may stand in another list now. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: requestsKey });
