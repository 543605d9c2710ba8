import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import { keyOf } from '../../lib/api.ts';

/** Asked for anew whenever it is looked at: other devices change it. */
export const sessionsQuery = () =>
  queryOptions<Answer<'listSessions'>>({ queryKey: keyOf('listSessions'), staleTime: 0 });

/** Asked for anew whenever it is looked at: it is made meanwhile, and goes. */
export const dataExportQuery = () =>
  queryOptions<Answer<'readDataExport'>>({ queryKey: keyOf('readDataExport'), staleTime: 0 });

/** Asked for anew whenever it is looked at: its figures are of the day. */
export const accountDeletionQuery = () =>
  queryOptions<Answer<'readAccountDeletion'>>({ queryKey: keyOf('readAccountDeletion'), staleTime: 0 });
