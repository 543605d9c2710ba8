import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import type { HoursLine } from '../../../api/contract/entities.ts';
import { paths } from '../../../api/contract/paths.ts';
import { keyOf, readPage } from '../../lib/api.ts';

export const preferencesQuery = () =>
  queryOptions<Answer<'readPreferences'>>({ queryKey: keyOf('readPreferences') });

/** Asked for anew whenever it is looked at: other devices change it. */
export const sessionsQuery = () =>
  queryOptions<Answer<'listSessions'>>({ queryKey: keyOf('listSessions'), staleTime: 0 });

/** Asked for anew whenever it is looked at: it is made meanwhile, and goes. */
export const dataExportQuery = () =>
  queryOptions<Answer<'readDataExport'>>({ queryKey: keyOf('readDataExport'), staleTime: 0 });

/** Asked for anew whenever it is looked at: its figures are of the day. */
export const accountDeletionQuery = () =>
  queryOptions<Answer<'readAccountDeletion'>>({ queryKey: keyOf('readAccountDeletion'), staleTime: 0 });

/** Asked for anew whenever it is looked at: the team completes and corrects bookings. */
export const hoursQuery = () =>
  queryOptions<Answer<'readHours'>>({ queryKey: keyOf('readHours'), staleTime: 0 });

type StatementPage = { items: HoursLine[]; next: string | null };
/** Page by page (`Link` header), the newest first; what was read is kept on the device. */
export const statementQuery = () =>
  infiniteQueryOptions({
    queryKey: keyOf('listHoursStatement'),
    staleTime: 0,
    initialPageParam: paths.listHoursStatement.path as string,
    queryFn: ({ pageParam, signal }): Promise<StatementPage> => readPage<HoursLine>(pageParam, signal),
    getNextPageParam: (last) => last.next,
  });
