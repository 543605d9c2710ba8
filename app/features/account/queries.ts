import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

/** Read again at each look, because other devices change it. */
export const sessionsQuery = () =>
  queryOptions<Answer<'listSessions'>>({ queryKey: keyOf('listSessions'), staleTime: 0 });

/** Read again at each look, because the file is made meanwhile and expires. */
export const dataExportQuery = () =>
  queryOptions<Answer<'readDataExport'>>({ queryKey: keyOf('readDataExport'), staleTime: 0 });
