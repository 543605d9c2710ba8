import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { HoursLine } from '../../../api/contract/schemas/hours.ts';
import { keyOf, readPage } from '../../lib/api.ts';

/** Read again at each look, because the team completes and corrects bookings. */
export const hoursQuery = () =>
  queryOptions<Answer<'readHours'>>({ queryKey: keyOf('readHours'), staleTime: 0 });

type StatementPage = { items: HoursLine[]; next: string | null };
/** Read page by page (`Link` header), the newest first; read pages are stored on the device. */
export const statementQuery = () =>
  infiniteQueryOptions({
    queryKey: keyOf('listHoursStatement'),
    staleTime: 0,
    initialPageParam: customerPaths.listHoursStatement.path as string,
    queryFn: ({ pageParam, signal }): Promise<StatementPage> => readPage<HoursLine>(pageParam, signal),
    getNextPageParam: (last) => last.next,
  });
