import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { request } from '../../lib/api.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

export const reportKey = teamKeyOf('readReport');

/** The report of a month. A page that is opened again reads again, because figures grow during the month. */
export const reportQuery = (month: string) =>
  queryOptions<Answer<'readReport'>>({
    queryKey: [...reportKey, `?month=${month}`],
    queryFn: ({ signal }) =>
      request('GET', `${reportKey.join('/')}?month=${month}`, { signal }) as Promise<Answer<'readReport'>>,
    staleTime: 60_000,
  });
