import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import { keyOf, request } from '../../lib/api.ts';

export const reportKey = keyOf('readReport');

/** What a month came to. A page that is opened anew asks again: figures grow while the month runs. */
export const reportQuery = (month: string) =>
  queryOptions<Answer<'readReport'>>({
    queryKey: [...reportKey, `?month=${month}`],
    queryFn: ({ signal }) =>
      request('GET', `${reportKey.join('/')}?month=${month}`, { signal }) as Promise<Answer<'readReport'>>,
    staleTime: 60_000,
  });
