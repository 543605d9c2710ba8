import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { RequestState } from '../../../api/contract/rules/quote-terms.ts';
import type { CustomRequest } from '../../../api/contract/schemas/quotes.ts';
import { pagesOf, rowsOf } from '../../lib/cache/pages.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';

/** Everything under this key is read again whenever a request changes. */
const requestsKey = teamKeyOf('listRequests');

const countsQuery = () => queryOptions<Answer<'countRequests'>>({ queryKey: teamKeyOf('countRequests') });

/** The number of requests that wait for the team. @param shown whether it is visible */
export function useWaitingRequests(shown: boolean): number {
  const { data } = useQuery({ ...countsQuery(), enabled: shown });
  return data?.waiting ?? 0;
}

/**
 * The requests of one state, page by page (`Link` header).
 * @param shown whether they are visible; a hidden list sends no requests
 */
export function useRequests(state: RequestState, shown: boolean) {
  const { data: counts } = useQuery({ ...countsQuery(), enabled: shown });
  const query = useInfiniteQuery({
    ...pagesOf<CustomRequest>(requestsKey, `?state=${state}`),
    enabled: shown,
  });
  return { query, requests: query.data && rowsOf(query.data), counts };
}

/** As far as times are offered. */
const daysAhead = 62;
const freeTimes = 'request-slots';

/** The free times for a request's work, if the business has slots; they are old after a moment. */
export const requestSlotsQuery = (id: string, { from, hours }: { from: string; hours: number | null }) =>
  queryOptions<Answer<'listRequestSlots'>>({
    queryKey: [freeTimes, id, from, hours],
    queryFn: ({ signal }) =>
      teamCall('listRequestSlots', {
        params: { id },
        query: { from, days: daysAhead, ...(hours && { hours }) },
        signal,
      }),
    staleTime: 30_000,
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Reads the free times again, after one of them was taken. */
export const readSlotsAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [freeTimes] });

/** Called after each action on a request, which may belong to another list now. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: requestsKey });
